/* aver: property=valid-deref expect=UNKNOWN reason="an address as a number" data-model=ILP32 args="--memory objects" */
/* aver: property=valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=TRUE data-model=LP64 */
/* A number that is an address is moved a long way inside its object. */
#include <stdint.h>
static char big[300000000];

int main(void) {
    uintptr_t number = (uintptr_t)big;
    number += 200000000;
    *(char *)number = 1;
    return 0;
}
