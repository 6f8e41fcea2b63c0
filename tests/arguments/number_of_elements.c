/* aver: property=valid-deref expect=FALSE at=9 args="--function third" */
/* aver: property=valid-deref expect=FALSE at=9 args="--function third --args-size p=2" */
/* aver: property=valid-deref expect=TRUE args="--function third --args-size p=3" */
/* aver: property=valid-deref expect=REJECTED reason="there is no pointer `q`" args="--function third --args-size q=3" */
/* aver: property=valid-deref expect=REJECTED reason="neither a number nor" args="--function third --args-size p=x" */
/* A given number of elements. */

int third(const short *p) {
  return p[2];
}
