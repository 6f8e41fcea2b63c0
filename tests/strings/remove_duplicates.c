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
    int w = 1;
    for (int i = 1; i < n; i++)
        if (a[i] != a[w - 1])
            a[w++] = a[i];
    return w > 3;
}
