/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* Two pointers approach each other from both ends of an object of any size. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 2 || n > 1500000000)
        return 0;
    char *a = malloc(n);
    if (!a)
        return 0;
    char *p = a, *q = a + n;
    while (p < q) {
        *p++ = 1;
        if (p < q)
            *--q = 2;
    }
    if (p != q)
        reach_error();
    free(a);
    return 0;
}
