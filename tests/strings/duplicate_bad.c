/* aver: property=valid-deref expect=FALSE at=27 */
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

static char *duplicate(const char *s) {
    size_t n = strlen(s);
    char *r = malloc(n);
    if (!r)
        abort();
    for (size_t i = 0; i <= n; i++)
        r[i] = s[i];
    return r;
}
int main(void) {
    char *s = make(positive());
    char *r = duplicate(s);
    return strlen(r) == 0;
}
