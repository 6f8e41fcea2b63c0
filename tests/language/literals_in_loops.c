/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=34 args="-DLAST" */
/* Each evaluation of a compound literal in a block makes a new one, which is there until the block ends. */
#include <assert.h>
struct item { int value; const struct item *next; };
static int total(const struct item *list) {
  int sum = 0;
  for (; list; list = list->next) sum += list->value;
  return sum;
}

int main(void) {
  int sum = 0;
  const struct item *last = 0;
  for (int i = 0; i < 3; i++) {
    const struct item *list = &(struct item){i, &(struct item){10, 0}};
    assert(list->value == i);
    sum += total(list);
    if (i == 1) {
      const struct item *inner = &(struct item){100, list};
      sum += total(inner);
      last = inner->next;
      assert(last->value == 1);
    }
    last = list;
    list = last;
    switch (i) {
      case 2: sum += total(&(struct item){1000, list}); break;
      default: sum++;
    }
  }
  assert(sum == 3 + 30 + 111 + 1012 + 2);
#ifdef LAST
  return last->value;
#else
  return last == 0;
#endif
}
