/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=15 args="-DBYTES=16" */
/* An object is aligned as its type says, and need not be aligned further. */
#include <assert.h>
#include <stdint.h>
#ifndef BYTES
#define BYTES 8
#endif

double value;
_Alignas(64) char line[3];

int main(void) {
  assert((uintptr_t)line % 64 == 0);
  assert((uintptr_t)&value % BYTES == 0);
  return 0;
}
