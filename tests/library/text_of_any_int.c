/* aver: property=valid-deref,assert expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=11 args=-DROOM=11 */
// The longest text of an `int` has eleven characters, and ends.
#include <assert.h>
#include <stdio.h>
#ifndef ROOM
#define ROOM 12
#endif
extern int __VERIFIER_nondet_int(void);
static int show(char *to, int x) {
  return sprintf(to, "%d", x); }
int main(void) {
  int x = __VERIFIER_nondet_int();
  char text[ROOM];
  int length = show(text, x);
  assert(length >= 1 && length <= 11 && (text[0] == '-') == (x < 0));
  return 0;
}
