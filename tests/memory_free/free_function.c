/* aver: property=valid-free expect=FALSE at=7 */
// The address of a function is no memory of the heap.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  free((void *)(uintptr_t)main);
  return 0;
}
