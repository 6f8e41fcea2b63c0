/* aver: property=assert expect=TRUE */
/* What is counted does not occur. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[40000];
    for (int i = 0; i < 40000; i++) {
        a[i] = __VERIFIER_nondet_int();
        if (a[i] < 0)
            a[i] = 0;
    }
    int negative = 0;
    for (int i = 0; i < 40000; i++)
        if (a[i] < 0)
            negative++;
    assert(negative == 0);
    return 0;
}
