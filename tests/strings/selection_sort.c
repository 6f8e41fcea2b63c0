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
    for (int i = 0; i < n - 1; i++) {
        int least = i;
        for (int j = i + 1; j < n; j++)
            if (a[j] < a[least])
                least = j;
        int x = a[least];
        a[least] = a[i];
        a[i] = x;
    }
    return 0;
}
