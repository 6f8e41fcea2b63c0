/* aver: property=valid-deref expect=TRUE */
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
    int pivot = a[n - 1], store = 0;
    for (int i = 0; i < n - 1; i++)
        if (a[i] < pivot) {
            int x = a[i];
            a[i] = a[store];
            a[store++] = x;
        }
    a[n - 1] = a[store];
    a[store] = pivot;
    return 0;
}
