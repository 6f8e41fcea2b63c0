/* aver: property=valid-deref expect=FALSE at=15 data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=15 data-model=LP64 */
/* The target is shorter than the source. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1000000 || n > 5000000)
        return 0;
    char *a = malloc(n), *b = malloc(n - n / 1000000);
    if (!a || !b)
        return 0;
    memcpy(b, a, n);
    return 0;
}
