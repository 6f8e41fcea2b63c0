/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* Static pointers to the starts of large objects, and a pointer that leaves them far behind. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static char big[300000000], more[400000000];
static char *const starts[] = { big, more, big + 7 };

int main(void) {
    unsigned i = __VERIFIER_nondet_uint();
    if (i > 2)
        return 0;
    char *p = starts[i] + 299999992;
    p[0] = 1;
    if (big[299999992] + big[299999999] + more[299999992] != 1)
        reach_error();
    return 0;
}
