/* aver: property=assert,valid-deref,no-overflow expect=TRUE */
/* What an element is depends on where it is. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100000) return 0;
    for (int i = 0; i < n; i++)
        a[i] = 3 * i;
    for (int i = 0; i < n; i++)
        assert(a[i] == 3 * i);
    return 0;
}
