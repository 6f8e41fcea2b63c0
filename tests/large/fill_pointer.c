/* aver: property=valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=TRUE data-model=LP64 */
/* A pointer runs from the start of an object of any size to its end. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000000)
        return 0;
    char *buffer = malloc(n);
    if (!buffer)
        return 0;
    char *end = buffer + n;
    for (char *p = buffer; p < end; p++)
        *p = 'x';
    free(buffer);
    return 0;
}
