/* aver: property=valid-deref expect=TRUE args="--function store" */
/* aver: property=assert expect=FALSE at=6 args="--function store" */
/* References are never null, and may be to the same object. */
#include <assert.h>

extern "C" void store(int &a, int &b) { a = 1; b = 2; assert(a == 1); }
