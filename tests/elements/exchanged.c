/* aver: property=assert expect=TRUE */
/* Two arrays exchange their elements. */
#include <assert.h>

int main(void) {
    int a[40000], b[40000];
    for (int i = 0; i < 40000; i++) {
        a[i] = 1;
        b[i] = 2;
    }
    for (int i = 0; i < 40000; i++) {
        int old = a[i];
        a[i] = b[i];
        b[i] = old;
    }
    for (int i = 0; i < 40000; i++) {
        assert(a[i] == 2);
        assert(b[i] == 1);
    }
    return 0;
}
