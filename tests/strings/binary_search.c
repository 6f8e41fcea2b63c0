/* aver: property=valid-deref expect=TRUE args="--engine kiki" */
/* What bounds the index is how it compares with the size in bytes, which another variable was computed from. */
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
    int key = __VERIFIER_nondet_int(), low = 0, high = n - 1;
    while (low <= high) {
        int mid = low + (high - low) / 2;
        if (a[mid] == key)
            return 1;
        if (a[mid] < key)
            low = mid + 1;
        else
            high = mid - 1;
    }
    return 0;
}
