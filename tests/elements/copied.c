/* aver: property=assert expect=TRUE */
/* Two arrays have the same elements as far as one was copied. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int from[60000], to[60000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 60000) return 0;
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    for (int i = 0; i < n; i++)
        assert(from[i] == to[i]);
    return 0;
}
