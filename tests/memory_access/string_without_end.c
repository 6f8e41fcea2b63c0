/* aver: property=valid-deref expect=FALSE at=8 */
/* aver: property=valid-deref expect=TRUE args=-DROOM=4 */
// A string without its final zero runs off the array; the place is that of the call.
#include <string.h>
#ifndef ROOM
#define ROOM 3
#endif
static int length(void) { char s[ROOM] = "abc"; return (int)strlen(s); }

int main(void) { return length(); }
