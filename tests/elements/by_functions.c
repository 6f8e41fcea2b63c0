/* aver: property=assert,valid-deref expect=TRUE */
/* One function writes the elements, another one looks at them: what is known has another name there. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

static void fill(int *to, unsigned count, int value) {
    for (unsigned i = 0; i < count; i++)
        to[i] = value;
}

static int all_are(const int *in, unsigned count, int value) {
    for (unsigned i = 0; i < count; i++)
        if (in[i] != value)
            return 0;
    return 1;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100000) return 0;
    int *a = malloc(n * sizeof *a);
    fill(a, n, 3);
    assert(all_are(a, n, 3));
    free(a);
    return 0;
}
