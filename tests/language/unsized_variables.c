/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=FALSE at=18 args="-DWRONG" */
/* Variables that are declared without a size and defined nowhere: their contents are unknown, and a note says what size they are taken to have. */
#include <assert.h>
#include <string.h>
extern int list[];
struct hidden;
extern struct hidden secret;

int main(void) {
  int k = 42, j;
  list[2] = k;
  assert(list[2] == 42 && (void *)list != (void *)&secret);
  memcpy(&secret, &k, sizeof k);
  memcpy(&j, &secret, sizeof j);
  assert(j == 42);
#ifdef WRONG
  assert(list[0] == 0);
#endif
  return 0;
}
