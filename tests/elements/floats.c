/* aver: property=assert expect=TRUE */
/* Floats, none of which is negative or NaN. */
#include <assert.h>
extern float __VERIFIER_nondet_float(void);

int main(void) {
    float a[40000];
    for (int i = 0; i < 40000; i++) {
        float x = __VERIFIER_nondet_float();
        a[i] = x >= 0.0f ? x : 0.0f;
    }
    for (int i = 0; i < 40000; i++)
        assert(a[i] >= 0.0f);
    return 0;
}
