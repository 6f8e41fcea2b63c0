/* A ring buffer on the heap whose size is an input, N puts and gets. With BUG the index may equal the size. */
#include "bench.h"

int main(void) {
  unsigned size = nondet_uint();
  assume(size >= 1 && size <= N);
  unsigned char *ring = malloc(size);
  unsigned head = 0, tail = 0, used = 0, expected = 0, given = 0;
  for (int i = 0; i < 2 * N; i++) {
    if (nondet_int() && used < size) {
      ring[head] = (unsigned char)given++;
#ifdef BUG
      head = head == size ? 0 : head + 1;
#else
      head = head + 1 == size ? 0 : head + 1;
#endif
      used++;
    } else if (used > 0) {
      assert(ring[tail] == (unsigned char)expected++);
      tail = tail + 1 == size ? 0 : tail + 1;
      used--;
    }
  }
  free(ring);
  return 0;
}
