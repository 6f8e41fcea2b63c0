/* aver: property=unreach-call expect=UNKNOWN reason="used as a number" data-model=ILP32 args=-DFAR */
/* aver: property=unreach-call expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call expect=TRUE data-model=LP64 args=-DFAR */
/* Addresses are turned into numbers and back. */
#include <stdint.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1000 || n > 0x7fffffff)
        return 0;
    char *a = malloc(n);
    if (!a)
        return 0;
#ifdef FAR
    char *p = a + n - 1;
#else
    char *p = a + 999;
#endif
    uintptr_t number = (uintptr_t)p;
    char *q = (char *)number;
    if (q != p)
        reach_error();
    *q = 1;
    free(a);
    return 0;
}
