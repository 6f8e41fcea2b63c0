/* A text of N unknown characters is cut into words, each a string of its own. With BUG there is no room for the zero. */
#include "bench.h"

static char *copy(const char *from, unsigned length) {
#ifdef BUG
  char *to = malloc(length + (length < BUG));
#else
  char *to = malloc(length + 1);
#endif
  for (unsigned i = 0; i < length; i++) to[i] = from[i];
  to[length] = 0;
  return to;
}

int main(void) {
  char text[N + 1];
  char *words[N];
  unsigned count = 0, letters = 0;
  for (int i = 0; i < N; i++) {
    text[i] = (char)nondet_uchar();
    assume(text[i] == ' ' || (text[i] >= 'a' && text[i] <= 'c'));
    letters += text[i] != ' ';
  }
  text[N] = 0;
  for (unsigned i = 0; i < N; i++) {
    unsigned end = i;
    while (end < N && text[end] != ' ') end++;
    if (end > i) words[count++] = copy(text + i, end - i);
    i = end;
  }
  for (unsigned w = 0; w < count; w++) {
    for (unsigned i = 0; words[w][i] != 0; i++) letters--;
    free(words[w]);
  }
  assert(letters == 0);
  return 0;
}
