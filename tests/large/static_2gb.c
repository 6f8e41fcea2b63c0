/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* A static object of almost half of the address space. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static char a[2000000000];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i >= sizeof a)
        return 0;
    if (a[i] != 0)
        reach_error();
    a[i] = 1;
    a[1999999999] = 2;
    a[0] = 3;
    if (i != 0 && i != 1999999999 && a[i] != 1)
        reach_error();
    return 0;
}
