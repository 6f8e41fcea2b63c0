/* aver: property=assert expect=TRUE */
/* Every element is one of two values, whoever wrote it. */
#include <assert.h>

int main(void) {
    char crossed[3000];
    for (int i = 0; i < 3000; i++)
        crossed[i] = 0;
    for (int i = 5; i < 3000; i += 5)
        crossed[i] = 1;
    for (int i = 0; i < 3000; i++)
        assert(crossed[i] == 0 || crossed[i] == 1);
    return 0;
}
