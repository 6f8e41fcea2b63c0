/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=34 args=-DFREED */
/* aver: property=assert expect=FALSE at=36 args=-DBEYOND */
/* aver: property=assert expect=FALSE at=38 args=-DOTHER */
/* What a program for CBMC may ask about objects. */
#include <stdlib.h>

int main(void) {
  char local[4];
  char *heap = malloc(6), *null = 0;
  __CPROVER_assert(__CPROVER_r_ok(local, 4) && !__CPROVER_r_ok(local, 5), "as many bytes as there are");
  __CPROVER_assert(__CPROVER_r_ok(local + 4, 0) && !__CPROVER_w_ok(local + 4, 1), "the end has no bytes");
  __CPROVER_assert(!__CPROVER_r_ok(null, 0) && !__CPROVER_r_ok(null, 1), "null is nowhere");
  __CPROVER_assert(__CPROVER_rw_ok(heap + 2, 4), "from the middle");
  __CPROVER_assert(__CPROVER_rw_ok(heap), "one element");
  __CPROVER_assert(__CPROVER_OBJECT_SIZE(heap + 3) == 6, "of the whole object");
  __CPROVER_assert(__CPROVER_POINTER_OFFSET(heap + 3) == 3, "from the start");
  __CPROVER_assert(__CPROVER_same_object(heap, heap + 5), "same");
  __CPROVER_assert(!__CPROVER_same_object(heap, local), "not the same");
  __CPROVER_assert(__CPROVER_POINTER_OBJECT(heap) == __CPROVER_POINTER_OBJECT(heap + 1), "one number");
  __CPROVER_assert(__CPROVER_POINTER_OBJECT(null) == 0, "no object");
  __CPROVER_assert(__CPROVER_DYNAMIC_OBJECT(heap) && !__CPROVER_DYNAMIC_OBJECT(local), "on the heap");
  __CPROVER_assert(__CPROVER_pointer_in_range(heap, heap + 2, heap + 4), "between");
  heap[0] = heap[5] = 1;
  __CPROVER_havoc_slice(heap + 1, 4);
  __CPROVER_assert(heap[0] == 1 && heap[5] == 1, "the others stay");
  int index;
  __CPROVER_assume(0 <= index && index < 6);
  __CPROVER_size_t length = index;
  __CPROVER_assert(__CPROVER_r_ok(heap + index, 6 - length), "up to the end");
#ifdef FREED
  free(heap);
  /* Nothing of it can be read any more. */
  __CPROVER_assert(__CPROVER_r_ok(heap, 1), "after its life");
#elif defined BEYOND
  __CPROVER_assert(__CPROVER_r_ok(heap + index, 2), "the last one has no neighbour");
#elif defined OTHER
  __CPROVER_assert(heap[1] == heap[2], "they are unknown");
#endif
  free(heap);
  return 0;
}
