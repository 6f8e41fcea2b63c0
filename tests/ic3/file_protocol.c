/* A server's connection, as generated from a table of states: files are read only while they are open, and closed once. */
/* aver: property=assert expect=TRUE args="--engine ic3ia" */
/* aver: property=assert expect=TRUE args="--engine ic3" */
/* aver: property=assert expect=FALSE at=17 args="--engine ic3ia -DWRONG" */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

static _Bool open_file, locked;
static int handle;

static void open_it(void) {
  assert(!open_file);
  open_file = 1;
  handle = 3;
}
static void close_it(void) {
  assert(open_file && !locked);
  open_file = 0;
}
static void read_it(void) { assert(open_file && locked && handle == 3); }

int main(void) {
  int state = 10;
  while (state != 99) {
    int in = __VERIFIER_nondet_int();
    switch (state) {
    case 10:
      state = in == 1 ? 11 : in == 2 ? 12 : 10;
      break;
    case 11:
      open_it();
      state = 20;
      break;
    case 12:
      state = in > 0 ? 10 : 13;
      break;
    case 13:
      state = in ? 99 : 12;
      break;
    case 20:
      locked = 1;
      state = in == 1 ? 21 : 22;
      break;
    case 21:
      read_it();
      state = in == 1 ? 21 : in == 2 ? 23 : 22;
      break;
    case 22:
      locked = 0;
      state = in == 1 ? 20 : 30;
      break;
    case 23:
      /* An error on the way. */
#ifndef WRONG
      locked = 0;
#else
      if (in != 7)
        locked = 0;
#endif
      state = 31;
      break;
    case 30:
      state = in == 1 ? 31 : 22;
      break;
    case 31:
      close_it();
      state = in ? 10 : 12;
      break;
    }
  }
}
