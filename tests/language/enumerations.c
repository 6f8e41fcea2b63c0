/* aver: property=assert expect=TRUE */
/* Values of enumerations: implied, repeated, negative, computed; their types. */
#include <assert.h>
enum colour { red, green = 5, blue, also_green = green, last = blue * 2 + 1 };
enum sign { minus = -1, zero, plus };
enum __attribute__((packed)) tiny { a, b };

int main(void) {
  enum sign s = minus;
  enum colour c = blue;
  assert(red == 0 && c == 6 && also_green == 5 && last == 13 && s < 0 && plus == 1);
  assert(sizeof(enum colour) == 4 && sizeof(enum tiny) == 1);
  enum { local = 3 } l = local;
  return l != 3;
}
