/* aver: property=no-uninitialised expect=FALSE at=8 */
// `strlen` reads what nobody wrote; the place is that of the call.
#include <string.h>

int main(void) {
  char s[4];
  s[0] = 'a';
  return (int)strlen(s);
}
