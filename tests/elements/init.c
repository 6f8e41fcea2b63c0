/* aver: property=assert,valid-deref expect=TRUE */
/* Every element is written in one loop and looked at in another one. */
#include <assert.h>

int main(void) {
    int a[100000];
    for (int i = 0; i < 100000; i++)
        a[i] = 42;
    for (int i = 0; i < 100000; i++)
        assert(a[i] == 42);
    return 0;
}
