/* aver: property=valid-deref expect=FALSE at=21 */
#include <stdlib.h>
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

static void copy(char *to, const char *from) {
    while ((*to++ = *from++))
        ;
}
int main(void) {
    int n = positive(), m = positive();
    if (m + 1 < n) return 0;
    char *from = make(n), *to = malloc(m);
    if (!to) return 0;
    copy(to, from);
    return 0;
}
