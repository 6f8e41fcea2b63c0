/* aver: property=valid-memtrack expect=FALSE at=9 */
// The result of a callback is dropped by who calls it.
#include <stdlib.h>

static void *none(void) {
  return NULL;
}
static void *some(void) {
  return malloc(12);
}
static void call(void *(*make)(void)) { make(); }

int main(int argc, char **argv) {
  call(argc == 2 ? some : none);
  return 0;
}
