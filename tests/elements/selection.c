/* aver: property=assert expect=TRUE */
/* Two indices that move at different times. */
#include <assert.h>

int main(void) {
    int all[10000], low[10000];
    int l = 0;
    for (int i = 0; i < 10000; i++)
        if (all[i] < 0)
            low[l++] = all[i];
    for (int i = 0; i < l; i++)
        assert(low[i] < 0);
    return 0;
}
