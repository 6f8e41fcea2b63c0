/* aver: property=valid-deref expect=FALSE at=5 */
// `strtok` writes into what it takes apart; the literal is constant.
#include <string.h>

int main(void) { return strtok("a,b", ",") != 0; }
