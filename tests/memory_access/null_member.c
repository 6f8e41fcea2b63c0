/* aver: property=valid-deref expect=FALSE at=12 */
// The address of a member of nothing is close to null, and no object is there.
#include <stddef.h>

struct s {
  int a[100];
  int b;
};

int main(void) {
  struct s *p = NULL;
  return p->b;
}
