/* aver: property=assert expect=TRUE args="--engine kiki" */
/* The condition at the end of the first loop is about the element at which it ended. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int positive(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        exit(0);
    return n;
}

#include <assert.h>
int main(void) {
    int n = positive();
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    int i = 0;
    while (i < n && a[i] == 0)
        i++;
    for (int j = 0; j < i; j++)
        assert(a[j] == 0);
    assert(i == n || a[i] != 0);
    return 0;
}
