/* aver: property=valid-deref,no-overflow expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref,no-overflow expect=TRUE data-model=LP64 */
/* Elements of four bytes: the object has up to two gigabytes. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 500000000)
        return 0;
    int *a = malloc(n * sizeof(int));
    if (!a)
        return 0;
    for (unsigned i = 0; i < n; i++)
        a[i] = 1;
    free(a);
    return 0;
}
