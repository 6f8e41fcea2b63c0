/* aver: property=assert expect=UNKNOWN reason="__cxa_allocate_exception" */
/* aver: property=assert expect=TRUE args="-DLIMIT=9" */
/* A run that throws is not supported; a program in which none does is. */
#include <cassert>
#ifndef LIMIT
#define LIMIT 3
#endif
static int checked(int x) {
  if (x > LIMIT)
    throw x;
  return x;
}

int main() {
  int got = 0;
  try {
    got = checked(5);
  } catch (int e) {
    got = -e;
  }
  assert(got == 5 || got == -5);
}
