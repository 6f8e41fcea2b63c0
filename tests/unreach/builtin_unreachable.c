/* aver: property=unreachable-code expect=FALSE at=13 */
/* aver: property=unreachable-code expect=TRUE args=-DALL_CASES */
extern unsigned __VERIFIER_nondet_uint(void);

static int name(unsigned kind) {
  switch (kind) {
    case 0: return 'a';
    case 1: return 'b';
    case 2: return 'c';
#ifdef ALL_CASES
    case 3: return 'd';
#endif
    default: __builtin_unreachable();
  }
}

int main(void) {
  return name(__VERIFIER_nondet_uint() % 4) == 'a';
}
