/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=FALSE:unreach-call at=26 data-model=ILP32 args=-DWRONG */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* Pointers to objects of any size in memory: their starts. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct buffer {
    char *data;
    int length;
};

int main(void) {
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (n < 1 || i < 0 || i >= n)
        return 0;
    struct buffer *b = malloc(sizeof *b), *c = malloc(sizeof *c);
    if (!b || !c)
        return 0;
    b->data = calloc(n, 1);
    b->length = n;
    *c = *b;
    c->data[i] = 1;
#ifdef WRONG
    if (b->data[i])
        reach_error();
#endif
    if (b->data[i] != 1 || c->data != b->data)
        reach_error();
    return 0;
}
