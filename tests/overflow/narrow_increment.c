/* aver: property=no-overflow expect=TRUE */
/* Increments of short and char happen in int and are converted back: no overflow, whatever the value. */
extern short __VERIFIER_nondet_short(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  short s = __VERIFIER_nondet_short();
  char c = __VERIFIER_nondet_char();
  signed char d = 127;
  s++;
  ++c;
  d += 1;
  s -= 1;
  c--;
  return s + c + d;
}
