/* aver: property=valid-deref expect=FALSE at=18 */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int positive(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        exit(0);
    return n;
}

int main(void) {
    int n = positive();
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (int i = 1; i < n; i++) {
        int x = a[i], j = i - 1;
        while (a[j] > x) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = x;
    }
    return 0;
}
