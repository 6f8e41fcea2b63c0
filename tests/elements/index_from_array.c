/* aver: property=assert,valid-deref expect=FALSE:assert at=12 */
/* An index that is made of a number and of an element. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned char next[300] = {0};
    unsigned at = 0;
    while (__VERIFIER_nondet_int()) {
        next[at + next[at]] = 1;
        at = (at + next[at]) % 100;
        assert(at == 0);
    }
    return 0;
}
