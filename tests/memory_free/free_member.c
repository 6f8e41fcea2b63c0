/* aver: property=valid-free expect=TRUE */
/* aver: property=valid-free expect=FALSE at=12 args=-DMEMBER=second */
// The address of the first member is that of the struct, the address of another one is not.
#include <stdlib.h>
#ifndef MEMBER
#define MEMBER first
#endif
struct pair { int first, second; };

int main(void) {
  struct pair *p = malloc(sizeof *p);
  free(&p->MEMBER);
  return 0;
}
