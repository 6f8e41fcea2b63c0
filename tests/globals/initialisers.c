/* aver: property=assert expect=TRUE */
/* Addresses, texts and functions in initial values. */
#include <assert.h>

static int numbers[4] = {1, 2, 3};
static int *second = &numbers[1];
static int **indirect = &second;
static const char *words[] = {"zero", "one", "two"};
static int one(void) { return 1; }
struct entry {
  const char *name;
  int (*run)(void);
  struct entry *self;
};
static struct entry entry = {"one" + 1, one, &entry};
int zero;
static char text[8] = "abc";

int main(void) {
  assert(**indirect == 2 && second[2] == 0);
  assert(words[2][1] == 'w' && words[1][3] == 0);
  assert(entry.name[0] == 'n' && entry.self->run() == 1);
  assert(zero == 0 && text[2] == 'c' && text[7] == 0);
  return 0;
}
