/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* Structs with pointers far into their objects are assigned, cleared and compared. */
#include <string.h>
extern void reach_error(void);
static char big[1000000000];
struct view {
    char *from, *to;
    int count;
};

int main(void) {
    struct view all, v;
    all.from = big;
    all.to = big + sizeof big;
    all.count = 0;
    v = all;
    for (int i = 0; i < 20; i++) {
        struct view half = v;
        half.from += (v.to - v.from) / 2;
        half.count++;
        v = half;
    }
    v.to[-1] = 1;
    v.from[0] = 2;
    if (v.to - v.from > 1000 || v.count != 20 || v.to != all.to)
        reach_error();
    memset(&v, 0, sizeof v);
    if (v.from != 0 || v.to != 0)
        reach_error();
    return 0;
}
