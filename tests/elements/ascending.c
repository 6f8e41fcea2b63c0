/* aver: property=assert expect=TRUE */
/* Neighbours are in order since each element follows from its place. */
#include <assert.h>

int main(void) {
    int a[40000];
    for (int i = 0; i < 40000; i++)
        a[i] = 2 * i;
    for (int i = 0; i < 39999; i++)
        assert(a[i] < a[i + 1]);
    return 0;
}
