/* aver: property=valid-deref expect=FALSE at=14 data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=14 data-model=LP64 */
/* The byte after the last one is written. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 700000 || n > 1000000)
        return 0;
    char *b = malloc(n);
    if (!b)
        return 0;
    b[n] = 0;
    free(b);
    return 0;
}
