/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* A pointer far into its object goes through functions, structs and conditional expressions. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static char big[3000000], other[3000000];

struct range {
    char *from, *to;
};

static struct range half(struct range r) {
    struct range h = { r.from + (r.to - r.from) / 2, r.to };
    return h;
}

static char *choose(int c, char *a, char *b) {
    return c ? a : b;
}

int main(void) {
    struct range all = { big, big + sizeof big };
    struct range h = half(half(all));
    if (h.to - h.from != 750000)
        reach_error();
    char *p = choose(__VERIFIER_nondet_int(), h.from, other + 2999999);
    *p = 7;
    if (big[2250000] != 7 && other[2999999] != 7)
        reach_error();
    if (p == h.to)
        reach_error();
    return 0;
}
