/* aver: property=assert expect=TRUE */
/* Out of nested loops, backwards, over declarations, into blocks. */
#include <assert.h>

int main(void) {
  int found = 0, rounds = 0;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (i * j == 2) {
        found = 10 * i + j;
        goto out;
      }
out:
  assert(found == 12);
again:
  if (++rounds < 3)
    goto again;
  goto inside;
  {
    rounds = 100;
  inside:
    rounds++;
  }
  assert(rounds == 4);
  do {
    rounds--;
    if (rounds == 2)
      continue;
    rounds--;
  } while (rounds > 0);
  assert(rounds == 0);
  return 0;
}
