/* aver: property=assert expect=TRUE */
/* A search has not found what it looks for before where it stops. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[100000];
    int n = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) return 0;
    int found = 0;
    while (found < n && a[found] != wanted)
        found++;
    for (int i = 0; i < found; i++)
        assert(a[i] != wanted);
    return 0;
}
