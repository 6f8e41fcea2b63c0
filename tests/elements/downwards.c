/* aver: property=assert,valid-deref expect=TRUE */
/* The part that was written is behind the index. */
#include <assert.h>

int main(void) {
    short a[50000];
    for (int i = 49999; i >= 0; i--)
        a[i] = -1;
    for (int i = 0; i < 50000; i++)
        assert(a[i] < 0);
    return 0;
}
