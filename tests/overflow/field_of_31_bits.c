/* aver: property=no-overflow expect=FALSE at=8 */
/* aver: property=no-overflow expect=TRUE args=-DBITS=32 */
// An unsigned field whose values all fit `int` is promoted to `int`.
#ifndef BITS
#define BITS 31
#endif
struct fields { unsigned all : BITS; };
int main(void) { struct fields f = {~0u}; return f.all + 1 == 0; }
