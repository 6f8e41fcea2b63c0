/* aver: property=unreach-call expect=UNKNOWN reason="in an initial value, is not supported" data-model=ILP32 */
/* aver: property=unreach-call expect=TRUE data-model=LP64 */
/* A static pointer to the middle of a large object. */
extern void reach_error(void);
static char big[300000000];
static char *middle = big + 150000000;

int main(void) {
    *middle = 1;
    if (middle - big != 150000000)
        reach_error();
    return 0;
}
