/* aver: property=valid-deref expect=TRUE */
/* The elements of one array are indices into another one. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int index[30000], hits[50];
    for (int i = 0; i < 30000; i++) {
        int k = __VERIFIER_nondet_int();
        if (k < 0 || k >= 50)
            k = 7;
        index[i] = k;
    }
    for (int i = 0; i < 50; i++)
        hits[i] = 0;
    for (int i = 0; i < 30000; i++)
        hits[index[i]] = 1;
    return 0;
}
