/* aver: property=assert expect=TRUE */
/* One loop writes two parts. */
#include <assert.h>

int main(void) {
    int a[80000];
    for (int i = 0; i < 40000; i++) {
        a[i] = 1;
        a[i + 40000] = 2;
    }
    for (int i = 0; i < 40000; i++)
        assert(a[i] == 1);
    for (int i = 40000; i < 80000; i++)
        assert(a[i] == 2);
    return 0;
}
