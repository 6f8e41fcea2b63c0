/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=28 args="-DBUG" */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* An allocator that counts addresses up, wherever its pool lies. */
#include <assert.h>
#include <stdint.h>
#include <stddef.h>

static unsigned char pool[64];
static uintptr_t next;

static void *take(size_t size, size_t align) {
  uintptr_t start = next;
#ifndef BUG
  start = (start + align - 1) & ~(uintptr_t)(align - 1);
#endif
  if (start + size > (uintptr_t)(pool + sizeof pool)) return 0;
  next = start + size;
  return (void *)start;
}

int main(void) {
  next = (uintptr_t)pool;
  char *c = take(1, 1);
  long *l = take(sizeof *l, sizeof *l);
  short *s = take(sizeof *s, sizeof *s);
  assert(c && l && s);
  assert((uintptr_t)l % sizeof *l == 0);
  *c = 1;
  *l = 2;
  *s = 3;
  assert(*c == 1 && *l == 2 && *s == 3);
  return 0;
}
