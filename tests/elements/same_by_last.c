/* aver: property=assert expect=FALSE at=18 */
/* As in same_by_flag.c, but the flag is about the last elements only. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a[30000], b[30000];
    int n = __VERIFIER_nondet_int();
    int same = 1;
    if (n < 0 || n > 30000) return 0;
    for (int i = 0; i < n; i++)
        if (a[i] != b[i])
            same = 0;
        else
            same = 1;
    if (same)
        for (int i = 0; i < n; i++)
            assert(a[i] == b[i]);
    return 0;
}
