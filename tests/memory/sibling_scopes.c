/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=20 args=-DDANGLE */
/* Two locals in scopes beside each other: the second does not become the first. */
#include <assert.h>

int main(void) {
  int *p, *q;
  int seen = 0;
  {
    int first = 1;
    p = &first;
    seen += *p;
  }
  {
    int second = 2;
    q = &second;
    *q = 3;
    assert(second == 3);
#ifdef DANGLE
    seen += *p;
#endif
    seen += *q;
  }
  assert(seen == 4);
  return 0;
}
