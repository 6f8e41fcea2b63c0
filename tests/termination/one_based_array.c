/* aver: property=termination expect=TRUE */
/* The only pointer to the block is kept one element in front of it. */
#include <stdlib.h>

int main(void) {
    int *a = (int *)malloc(4) - 1;
    a[1] = 5;
    while (a[1])
        a[1]--;
    return 0;
}
