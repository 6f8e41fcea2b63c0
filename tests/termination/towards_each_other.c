/* aver: property=termination expect=TRUE */
/* Two counters meet. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned low = 0, high = __VERIFIER_nondet_uint() % 10000;
  while (low < high) {
    low++;
    high--;
  }
  return 0;
}
