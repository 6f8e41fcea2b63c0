/* aver: property=valid-deref expect=FALSE at=5 */
// There was no string before that `strtok` could go on with.
#include <string.h>
int main(void) {
  return strtok(NULL, ",") == NULL;
}
