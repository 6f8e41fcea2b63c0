/* aver: property=assert expect=FALSE at=17 */
/* As in maximum.c, but only every other element is looked at. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1000000) return 0;
    int *a = malloc(n * sizeof *a);
    int greatest = a[0];
    for (unsigned i = 2; i < n; i += 2)
        if (a[i] > greatest)
            greatest = a[i];
    for (unsigned i = 0; i < n; i++)
        if (n > 1)
            assert(a[i] <= greatest);
    free(a);
    return 0;
}
