/* aver: property=valid-deref expect=FALSE at=16 data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=16 data-model=LP64 */
/* The pointer starts one element after the middle and takes as many steps as the half has elements. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int half = __VERIFIER_nondet_int();
    if (half < 1 || half > 100000000)
        return 0;
    char *buffer = malloc(2 * half);
    if (!buffer)
        return 0;
    char *p = buffer + half + 1;
    for (int i = 0; i < half; i++)
        *p++ = 0;
    free(buffer);
    return 0;
}
