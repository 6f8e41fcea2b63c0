/* aver: property=valid-deref expect=FALSE at=24 */
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

int main(void) {
    static unsigned count[256];
    char *s = make(positive());
    for (; *s; s++)
        count[*s]++;
    return count['a'] > 3;
}
