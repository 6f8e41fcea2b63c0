/* aver: property=valid-deref expect=FALSE at=25 */
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
    char *r = malloc(strlen(s));
    if (!r) return 0;
    strcpy(r, s);
    return r[0];
}
