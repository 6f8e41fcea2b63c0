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
    int n = positive(), m = positive();
    if (n > 1000 || m > 1000) return 0;
    int *a = malloc((size_t)n * m * sizeof *a);
    if (!a) return 0;
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += (unsigned)a[i * m + j];
    return sum > 7;
}
