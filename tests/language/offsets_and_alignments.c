/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=11 data-model=ILP32 */
/* aver: property=assert expect=TRUE data-model=ILP32 args="-DOFFSET=32" */
/* offsetof into arrays of structs, alignments of types, typeof. */
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#ifndef OFFSET
#define OFFSET 48
#endif
struct inner { float f; double d; }; struct outer { int i; struct inner s[10]; }; int main(void) { assert(offsetof(struct outer, s[2].d) == OFFSET);
  assert(alignof(float[10]) == 4 && alignof(struct { char c; int n; }) == 4);
  struct inner x;
  typeof(x) y;
  __auto_type z = x.f;
  assert(sizeof y == sizeof x && sizeof z == 4);
  alignas(32) char aligned[5];
  assert(alignof(aligned) == 32 && sizeof aligned == 5);
  return 0;
}
