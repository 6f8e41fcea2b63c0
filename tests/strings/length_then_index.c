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

int main(void) {
    char *s = make(positive());
    size_t n = strlen(s);
    int spaces = 0;
    for (size_t i = 0; i < n; i++)
        if (s[i] == ' ')
            spaces++;
    return spaces > 0;
}
