/* aver: property=unreach-call expect=FALSE at=21 args=-DEARLY */
/* aver: property=unreach-call expect=TRUE */
/* A lock that opens with the right five keys in order; twelve tries. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#ifdef EARLY
#define OPEN state >= 5
#else
#define OPEN state > 5
#endif

int main(void) {
  unsigned state = 1;
  for (int tries = 0; tries < 12; tries++) {
    unsigned key = __VERIFIER_nondet_uint();
    if (key > 5) return 0;
    if (key == 1 && state == 1) state = 2;
    else if (key == 2 && state == 2) state = 3;
    else if (key == 3 && state == 3) state = 4;
    else if (key == 4 && state == 4) state = 5;
    else if (key == 5 && OPEN) reach_error();
  }
  return 0;
}
