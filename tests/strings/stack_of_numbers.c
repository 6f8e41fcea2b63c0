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
    int n = positive(), top = 0;
    int *a = malloc(n * sizeof *a);
    if (!a) return 0;
    for (;;) {
        int c = __VERIFIER_nondet_int();
        if (c > 0) {
            if (top < n)
                a[top++] = c;
        } else if (c < 0) {
            if (top > 0 && a[--top] == 5)
                return 1;
        } else
            return 0;
    }
}
