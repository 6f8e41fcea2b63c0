/* aver: property=valid-deref expect=FALSE at=12 */
/* aver: property=valid-deref expect=TRUE args="-DBOUNDED" */
/* aver: property=assert expect=TRUE */
/* `%s` reads its string, if somebody asks about accesses. */
#include <stdio.h>

int main(void) {
  char text[2] = {'o', 'k'};
#ifdef BOUNDED
  printf("%.2s\n", text);
#else
  printf("%s\n", text);
#endif
  return 0;
}
