/* aver: property=valid-deref expect=TRUE */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int positive(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        exit(0);
    return n;
}

int main(void) {
    int n = positive();
    int k = __VERIFIER_nondet_int();
    int *a = malloc(n * sizeof *a);
    if (!a || k < 0 || k > n) return 0;
    for (int i = k; i < n; i++)
        a[i - k] = a[i];
    for (int i = n - k; i < n; i++)
        a[i] = 0;
    return 0;
}
