/* aver: property=assert,valid-deref expect=TRUE */
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);

struct __attribute__((packed)) wire {
  unsigned char kind;
  unsigned length;
  unsigned short port;
};

int main(void) {
  struct wire w = {1, __VERIFIER_nondet_uint(), 0x1234};
  unsigned char raw[sizeof w];
  assert(sizeof w == 7);
  memcpy(raw, &w, sizeof w);
  assert(raw[0] == 1 && raw[5] == 0x34 && raw[6] == 0x12);
  assert(raw[1] == (w.length & 0xFF) && raw[4] == w.length >> 24);
  raw[1] ^= 0xFF;
  struct wire back;
  memcpy(&back, raw, sizeof back);
  assert(back.length == (w.length ^ 0xFF));
  return 0;
}
