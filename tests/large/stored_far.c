/* aver: property=unreach-call expect=UNKNOWN reason="a pointer 524288 bytes or more into its object is stored in memory" data-model=ILP32 */
/* aver: property=unreach-call expect=TRUE data-model=LP64 */
/* A pointer far into its object is kept in the heap. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
struct vector {
    char *begin, *end;
};

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 0x7fffffff)
        return 0;
    struct vector *v = malloc(sizeof *v);
    char *a = malloc(n);
    if (!v || !a)
        return 0;
    v->begin = a;
    v->end = a + n;
    if (v->end - v->begin != (int)n)
        reach_error();
    return 0;
}
