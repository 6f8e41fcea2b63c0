/* aver: property=valid-memcleanup expect=FALSE at=7 */
/* aver: property=valid-memcleanup expect=TRUE args=-DFREE */
// What `strdup` gives must be freed; the place is that of the call and not one in the library.
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *copy = strdup("ab");
  int answer = copy[0] == 'a';
#ifdef FREE
  free(copy);
#endif
  return answer;
}
