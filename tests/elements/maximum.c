/* aver: property=assert expect=TRUE */
/* No element is greater than the greatest one that was seen. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000000) return 0;
    int *a = malloc(n * sizeof *a);
    int greatest = a[0];
    for (unsigned i = 1; i < n; i++)
        if (a[i] > greatest)
            greatest = a[i];
    for (unsigned i = 0; i < n; i++)
        assert(a[i] <= greatest);
    free(a);
    return 0;
}
