/* aver: property=valid-free expect=FALSE at=6 */
// A global variable cannot be freed.
#include <stdlib.h>
static int cell;

int main(void) { free(&cell); }
