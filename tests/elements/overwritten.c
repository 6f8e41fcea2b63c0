/* aver: property=assert expect=FALSE at=16 */
/* All elements are written, and one of them is written again, we do not know which. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[70000];
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    if (n < 1 || n > 70000 || k < 0 || k >= n) return 0;
    for (int i = 0; i < n; i++)
        a[i] = 1;
    a[k] = 0;
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (sum == 0)
            assert(a[i] == 1);
    return 0;
}
