/* aver: property=valid-memtrack expect=TRUE */
/* aver: property=valid-memtrack expect=FALSE at=10 args=-DSTEP=5 */
// A pointer just behind the end still leads to the object (rule of 2025); one further behind does not.
#include <stdlib.h>
#ifndef STEP
#define STEP 4
#endif
static char *end;

int main(void) { end = (char *)malloc(4) + STEP; }
