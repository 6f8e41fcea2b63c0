/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* aver: property=assert expect=FALSE at=20 args="-DWRONG" */
/* Objects of a file are made before main in their order, those of a function when it first gets there, all once. */
#include <assert.h>
static int made;
struct Numbered { int number; Numbered() : number(++made) {} };
static Numbered first, second;
static Numbered &local() {
  static Numbered object;
  return object;
}

int main() {
  assert(first.number == 1 && second.number == 2 && made == 2);
  assert(local().number == 3);
  local().number = 7;
  assert(local().number == 7 && made == 3);
#ifdef WRONG
  assert(local().number == 3);
#endif
}
