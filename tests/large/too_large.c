/* aver: property=unreach-call expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call expect=FALSE at=14 data-model=LP64 */
/* No object has more than half of the address space of 32 bits. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 0x80000000u)
        return 0;
    char *a = malloc(n);
    if (a != NULL)
        reach_error();
    free(a);
    return 0;
}
