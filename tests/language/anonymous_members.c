/* aver: property=assert expect=TRUE */
/* Members of members without a name belong to the outer struct. */
#include <assert.h>
struct packet {
  int kind;
  union {
    struct { unsigned char a, b, c, d; };
    unsigned whole;
  };
  struct { int depth; } named;
};

int main(void) {
  struct packet p = {.kind = 1, .whole = 0x04030201};
  assert(p.a == 1 && p.d == 4);
  p.b = 9;
  assert(p.whole == 0x04030901 && p.named.depth == 0);
  return 0;
}
