/* aver: property=valid-deref expect=FALSE at=17 */
/* As in indices.c, but an index may be one too large. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int index[30000], hits[50];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 30000) return 0;
    for (int i = 0; i < n; i++) {
        int k = __VERIFIER_nondet_int();
        if (k < 0 || k > 50)
            k = 7;
        index[i] = k;
    }
    for (int i = 0; i < n; i++)
        hits[index[i]] = 1;
    return 0;
}
