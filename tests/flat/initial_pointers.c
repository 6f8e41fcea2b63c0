/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=assert,valid-deref expect=FALSE:assert at=25 args="-DBUG" */
/* Pointers in what constants hold at first. */
#include <assert.h>
#include <stdint.h>

static int x = 5, y = 6;
static int f(void) { return 7; }

struct entry {
  const char *name;
  int *value;
  int (*call)(void);
};

static const struct entry table[2] = {{"x", &x, 0}, {"yy", &y + 1, f}};

int main(void) {
  uintptr_t number = (uintptr_t)table[1].value;
  int *end = table[1].value;
  assert(number == (uintptr_t)&y + sizeof y && end[-1] == 6);
  assert(*table[0].value == 5 && table[0].name[0] == 'x' && table[1].name[2] == 0);
#ifdef BUG
  assert(number == (uintptr_t)&y);
#else
  assert(!table[0].call && table[1].call() == 7);
#endif
  return 0;
}
