/* aver: property=valid-deref expect=FALSE at=12 */
// Memory for the small member of a union is not enough for the large one.
#include <stdlib.h>

union any {
  char small;
  double large;
};

int main(void) {
  union any *p = malloc(sizeof(char));
  p->large = 1.0;
  free(p);
  return 0;
}
