/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* A copy and a fill of unknown length. */
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n == 0 || n > 0x7fffffff || k >= n)
        return 0;
    char *a = malloc(n), *b = malloc(n);
    if (!a || !b)
        return 0;
    memset(a, 5, n);
    memcpy(b, a, n);
    if (b[k] != 5)
        reach_error();
    return 0;
}
