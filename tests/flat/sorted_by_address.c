/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:assert at=19 args="-DBUG" */
/* Pointers to different variables, sorted. */
#include <assert.h>

int a, b, c;

int main(void) {
  int *p[3] = {&a, &b, &c};
  for (int i = 0; i < 2; i++)
    for (int j = 0; j + 1 < 3 - i; j++)
      if (p[j + 1] < p[j]) {
        int *kept = p[j];
        p[j] = p[j + 1];
        p[j + 1] = kept;
      }
  assert(p[0] < p[1] && p[1] < p[2]);
#ifdef BUG
  assert(p[0] == &a);
#else
  assert(p[0] == &a || p[0] == &b || p[0] == &c);
#endif
  return 0;
}
