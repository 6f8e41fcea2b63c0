/* aver: property=termination expect=TRUE */
/* A number in front of a block leads to it as well as a pointer does. */
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    uintptr_t a = (uintptr_t)malloc(1) - 1;
    *(char *)(a + 1) = 5;
    while (*(char *)(a + 1))
        --*(char *)(a + 1);
    return 0;
}
