/* aver: property=assert expect=TRUE */
/* A flag says that no difference was seen. */
#include <assert.h>

int main(void) {
    int a[30000], b[30000];
    int same = 1;
    for (int i = 0; i < 30000; i++)
        if (a[i] != b[i])
            same = 0;
    if (same)
        for (int i = 0; i < 30000; i++)
            assert(a[i] == b[i]);
    return 0;
}
