/* aver: property=valid-deref expect=FALSE at=30 */
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
    int n = positive();
    char *s = make(n);
    int i = 0, j = (int)strlen(s) - 1;
    while (i <= j) {
        char c = s[i];
        s[i++] = s[j];
        s[j--] = c;
    }
    return s[j];
}
