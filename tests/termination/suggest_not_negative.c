/* aver: property=termination expect=UNKNOWN reason="signed subtraction overflows" args="--function down" says="down ends if: n >= 0" */
/* aver: property=termination expect=TRUE args="--function given" */
/* Below zero the counter overflows in the end. */
void down(int n) {
  while (n != 0) n--;
}
void given(int n) {
  if (n >= 0) down(n);
}
