/* aver: property=assert,valid-deref expect=TRUE */
/* Where a string ends: elements bound a number. */
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[5000];
    unsigned n = __VERIFIER_nondet_uint();
    if (n >= 5000) return 0;
    for (unsigned i = 0; i < n; i++)
        text[i] = 'a';
    text[n] = 0;
    unsigned length = 0;
    while (text[length])
        length++;
    assert(length == n);
    return 0;
}
