/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=30 args="-DBUG" */
/* From a member to what contains it, through numbers. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct link {
  struct link *next;
};

struct item {
  long key;
  struct link link;
  int value;
};

#define ITEM(pointer) ((struct item *)((uintptr_t)(pointer) - offsetof(struct item, link)))

int main(void) {
  struct item a = {1, {0}, 10}, b = {2, {&a.link}, 20};
  struct link *at = &b.link;
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    sum += ITEM(at)->value;
    at = at->next;
  }
#ifdef BUG
  sum += ITEM(at)->value;
#endif
  assert(sum == 30);
  return 0;
}
