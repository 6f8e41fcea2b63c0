/* aver: property=valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=TRUE data-model=LP64 */
/* The same for any number of bytes. */
#include <string.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        return 0;
    char *b = malloc(n);
    if (!b)
        return 0;
    b[n - 1] = 0;
    size_t length = strlen(b);
    free(b);
    return length == 0;
}
