/* aver: property=unreach-call expect=FALSE at=14 data-model=ILP32 */
/* aver: property=unreach-call expect=FALSE at=14 data-model=LP64 */
/* Two places far from each other may be the same one. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
static char a[2000000000];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= sizeof a || j >= sizeof a || i < 1500000000)
        return 0;
    a[i] = 1;
    if (a[j] != 0)
        reach_error();
    return 0;
}
