/* aver: property=valid-deref expect=FALSE at=13 */
/* aver: property=valid-deref expect=TRUE args="-DROOM" */
/* The longest `int` has eleven characters, and a NUL behind them. */
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
#ifdef ROOM
  char text[12];
#else
  char text[11];
#endif
  sprintf(text, "%d", __VERIFIER_nondet_int());
  return 0;
}
