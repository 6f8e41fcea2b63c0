/* aver: property=assert expect=FALSE at=7 args="--function store" */
/* aver: property=assert expect=FALSE at=7 args="--function store" data-model=ILP32 */
/* aver: property=assert,valid-deref expect=TRUE args="--function store --args distinct" */
/* Two pointers of the same type may point to the same object. */
#include <assert.h>

void store(int *a, int *b) { if (a && b) { *a = 1; *b = 2; assert(*a == 1); } }
