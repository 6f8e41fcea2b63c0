/* A device that writes pages of a large memory only while it owns them; the guard page is never written. */
/* aver: property=assert,array-bounds expect=TRUE args="--engine ic3ia" */
/* aver: property=assert,array-bounds expect=FALSE:assert at=41 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned memory[65536];

int main(void) {
  unsigned guard = __VERIFIER_nondet_uint() % 65536, page = 0;
  int state = 0;
  memory[guard] = 77;
  while (1) {
    int in = __VERIFIER_nondet_int();
    switch (state) {
    case 0:
      page = __VERIFIER_nondet_uint() % 65536;
      if (page != guard)
        state = 1;
      break;
    case 1:
      state = in == 1 ? 2 : in == 2 ? 0 : 1;
      break;
    case 2:
      memory[page] = (unsigned)in;
      state = in < 0 ? 3 : 1;
      break;
    case 3:
      /* An error: the next page is used. */
#ifdef WRONG
      page = (page + 1) % 65536;
#else
      page = (page + 1) % 65536;
      if (page == guard)
        page = (page + 1) % 65536;
#endif
      state = 2;
      break;
    }
    assert(memory[guard] == 77);
  }
}
