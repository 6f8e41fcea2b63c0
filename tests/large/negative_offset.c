/* aver: property=valid-deref expect=FALSE at=11 data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=11 data-model=LP64 */
/* Three million bytes in front of an object there is nothing, not even the object that was made before. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *a = malloc(8000000), *b = malloc(8000000);
    if (!a || !b)
        return 0;
    b[__VERIFIER_nondet_int() ? 5 : -3000000] = 1;
    free(a);
    free(b);
    return 0;
}
