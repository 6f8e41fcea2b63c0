/* aver: property=assert,valid-deref expect=TRUE */
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct point {
  int x, y;
  char tag;
};

int main(void) {
  struct point a = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), 'p'};
  struct point b;
  memcpy(&b, &a, sizeof a);
  assert(b.x == a.x && b.y == a.y && b.tag == 'p');
  unsigned char bytes[sizeof(int)];
  memcpy(bytes, &a.x, sizeof bytes);
  int again;
  memcpy(&again, bytes, sizeof again);
  assert(again == a.x);
  return 0;
}
