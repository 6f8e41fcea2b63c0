/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=FALSE at=15 args="-DONE" */
/* A class says zero or not zero. The macros of the header and the functions agree. */
#include <assert.h>
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int c = __VERIFIER_nondet_uchar();
  assert(!(isupper)(c) || ((isalpha)(c) && (tolower)(c) == c + 32));
  assert(!!(isalnum)(c) == ((isalpha)(c) || (isdigit)(c)));
  assert(!isdigit(c) == !(isdigit)(c) && !isspace(c) == !(isspace)(c) && !ispunct(c) == !(ispunct)(c));
  assert(toupper('q') == 'Q' && tolower('7') == '7' && !isalpha(-1));
#ifdef ONE
  assert((isdigit)('7') == 1);
#endif
  return 0;
}
