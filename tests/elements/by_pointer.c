/* aver: property=assert,valid-deref expect=TRUE */
/* A pointer walks through the array. */
#include <assert.h>

int a[20000];

int main(void) {
    for (int *p = a; p < a + 20000; p++)
        *p = 5;
    for (int i = 0; i < 20000; i++)
        assert(a[i] == 5);
    return 0;
}
