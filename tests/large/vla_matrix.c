/* aver: property=valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=16 data-model=ILP32 args=-DBEYOND=1 */
/* aver: property=valid-deref expect=TRUE data-model=LP64 */
/* aver: property=valid-deref expect=FALSE at=16 data-model=LP64 args=-DBEYOND=1 */
/* A matrix on the stack whose size is computed. */
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef BEYOND
#define BEYOND 0
#endif
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
    if (n < 1 || n > 1000 || i >= n * 1000 + BEYOND * 1)
        return 0;
    int m[n * 1000];
    m[0] = 1;
    m[i] = 2;
    return 0;
}
