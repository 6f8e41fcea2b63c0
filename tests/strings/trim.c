/* aver: property=valid-deref expect=TRUE */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

/* A string of any length in a block of any size. */
static char *make(int size) {
    char *s = malloc(size);
    if (!s)
        abort();
    s[size - 1] = 0;
    return s;
}
static int positive(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        exit(0);
    return n;
}

static char *trim(char *s) {
    while (*s == ' ')
        s++;
    size_t n = strlen(s);
    while (n > 0 && s[n - 1] == ' ')
        n--;
    s[n] = 0;
    return s;
}
int main(void) {
    char *s = make(positive());
    return *trim(s) == ' ';
}
