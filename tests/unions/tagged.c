/* aver: property=assert,unreach-call expect=TRUE */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum tag { NUMBER, LETTER, REFERENCE };
struct value {
  enum tag tag;
  union {
    long number;
    char letter;
    int *reference;
  } as;
};

static int read(struct value *v) {
  switch (v->tag) {
    case NUMBER: return v->as.number;
    case LETTER: return v->as.letter;
    case REFERENCE: return *v->as.reference;
  }
  reach_error();
  return 0;
}

int main(void) {
  int cell = 30;
  struct value v[3];
  v[0].tag = NUMBER, v[0].as.number = 10;
  v[1].tag = LETTER, v[1].as.letter = 20;
  v[2].tag = REFERENCE, v[2].as.reference = &cell;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 2) return 0;
  assert(read(&v[i]) == 10 * (i + 1));
  return 0;
}
