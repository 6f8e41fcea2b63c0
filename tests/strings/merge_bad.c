/* aver: property=valid-deref expect=FALSE at=19 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int positive(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        exit(0);
    return n;
}

int main(void) {
    int n = positive(), m = positive();
    if (n > 100 || m > 100) return 0;
    int *a = malloc(n * sizeof *a), *b = malloc(m * sizeof *b), *c = malloc((n + m) * sizeof *c);
    if (!a || !b || !c) return 0;
    int i = 0, j = 0, k = 0;
    while (i < n || j < m)
        c[k++] = a[i] < b[j] ? a[i++] : b[j++];
    return 0;
}
