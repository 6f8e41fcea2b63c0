/* aver: property=valid-deref expect=FALSE at=11 */
/* aver: property=valid-deref expect=TRUE args=-DROOM=12 */
// The text of an int has up to eleven characters and a zero.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#ifndef ROOM
#define ROOM 11
#endif
int main(void) {
  char text[ROOM];
  sprintf(text, "%d", __VERIFIER_nondet_int());
  return text[0];
}
