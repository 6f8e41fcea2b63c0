/* aver: property=assert,valid-deref expect=TRUE args="--undefined-functions=havoc" */
/* aver: property=assert expect=FALSE at=17 args="--undefined-functions=havoc -DWRONG" */
/* aver: property=assert expect=UNKNOWN reason="depends on what `fill`" args="-DWRONG" */
/* aver: property=assert expect=TRUE args="-DWRONG --undefined-functions=unknown-result" */
/* aver: property=no-overflow,valid-deref,assert expect=FALSE:assert at=17 args="--undefined-functions=havoc -DWRONG" */
/* With havoc, what an argument points to is changed, all of it, whichever part was named. */
#include <assert.h>
struct message { int kind; char text[4]; };
extern int fill(char *text);

int main(void) {
  struct message m = {1, "abc"};
  int other = 7;
  fill(m.text);
  assert(other == 7);
#ifdef WRONG
  assert(m.kind == 1);
#endif
  return 0;
}
