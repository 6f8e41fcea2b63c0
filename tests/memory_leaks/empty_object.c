/* aver: property=valid-memcleanup expect=FALSE at=5 */
// Memory of no size is allocated memory.
#include <stdlib.h>
static void *nothing;
int main(void) { nothing = malloc(0); }
