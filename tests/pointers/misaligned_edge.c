/* aver: property=valid-deref expect=FALSE at=8 */
/* The access begins inside the object and ends outside. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char buffer[8] = {0};
  unsigned offset = __VERIFIER_nondet_uint() % 6;
  return *(int *)(buffer + offset);
}
