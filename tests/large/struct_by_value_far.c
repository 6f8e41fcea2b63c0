/* aver: property=unreach-call expect=UNKNOWN reason="a pointer 524288 bytes or more into its object is stored in memory" data-model=ILP32 */
/* aver: property=unreach-call expect=TRUE data-model=LP64 */
/* A struct that is passed by value is in memory: a pointer in it has no room to be far. */
extern void reach_error(void);
static char big[1000000000];
struct view {
    char *from, *to;
    int count;
};

static struct view second_half(struct view v) {
    v.from += (v.to - v.from) / 2;
    v.count++;
    return v;
}

int main(void) {
    struct view v;
    v.from = big;
    v.to = big + sizeof big;
    v.count = 0;
    v = second_half(v);
    if (v.to - v.from != 500000000 || v.count != 1)
        reach_error();
    return 0;
}
