/* aver: property=unreach-call expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call expect=TRUE data-model=LP64 */
/* A pointer is copied byte by byte, and as a whole by memcpy. */
#include <string.h>
extern void reach_error(void);
static char big[300000000];

int main(void) {
    char *p = big + 1000, *q, *r;
    for (unsigned i = 0; i < sizeof p; i++)
        ((char *)&q)[i] = ((char *)&p)[i];
    memcpy(&r, &q, sizeof r);
    if (q != p || r != p || *r != 0)
        reach_error();
    return 0;
}
