/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Clang passes such a struct as one 64-bit integer. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

struct pair {
  int number;
  char letter;
};

static int check(struct pair p, int number, char letter) {
  p.number++;
  p.letter = 'z';
  return p.number - 1 == number && p.letter == 'z' && letter != 'z';
}

static struct pair make(int number, char letter) {
  struct pair p = {number, letter};
  return p;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  char c = __VERIFIER_nondet_char();
  if (c == 'z') return 0;
  struct pair p = make(n, c);
  assert(p.number == n && p.letter == c);
  if (n != 0x7FFFFFFF) assert(check(p, n, c));
  assert(p.number == n && p.letter == c);
  return 0;
}
