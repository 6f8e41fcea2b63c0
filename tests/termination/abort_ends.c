/* aver: property=termination expect=TRUE */
/* A run that aborts ends. */
#include <stdlib.h>
int main(void) {
  while (1) abort();
}
