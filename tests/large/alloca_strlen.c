/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* The last of n bytes is zero, so that the string ends inside of them, however many there are. */
#include <stdlib.h>
#include <string.h>
#include <alloca.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000000)
        return 0;
    char *b = alloca(n);
    b[n - 1] = 0;
    if (strlen(b) >= (size_t)n)
        reach_error();
    return 0;
}
