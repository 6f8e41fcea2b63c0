/* aver: property=assert expect=TRUE */
/* A declaration of a library function with a narrower integer as its result is of that function: `int strlen`. */
#include <assert.h>
int strlen(const char *);
void free(void *);
void *malloc(int);
int main(void) {
  char *p = malloc(4);
  p[0] = 'a';
  p[1] = 0;
  assert(strlen(p) == 1 && strlen("abc") == 3);
  free(p);
  return 0;
}
