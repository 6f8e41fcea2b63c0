/* aver: property=valid-deref expect=FALSE data-model=ILP32 at=11 */
/* aver: property=valid-deref expect=FALSE data-model=LP64 at=11 */
/* One byte too many. */
extern unsigned __VERIFIER_nondet_uint(void);
static char a[2000000000];

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i > sizeof a)
        return 0;
    a[i] = 1;
    return 0;
}
