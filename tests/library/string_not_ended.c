/* aver: property=valid-deref expect=FALSE at=11 */
/* aver: property=valid-deref expect=TRUE args="-DBOUNDED" */
/* `strlen` reads on until it finds the end; `strnlen` does not. */
#include <string.h>

int main(void) {
  char text[4] = {'a', 'b', 'c', 'd'};
#ifdef BOUNDED
  return (int)strnlen(text, sizeof text);
#else
  return (int)strlen(text);
#endif
}
