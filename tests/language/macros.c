/* aver: property=assert expect=TRUE */
/* What the preprocessor makes of a program: variable arguments, pasting, strings, lines, counters. */
#include <assert.h>
#include <string.h>
#define TEXT(x) #x
#define PASTE(a, b) a##b
#define COUNT(...) (sizeof((int[]){__VA_ARGS__}) / sizeof(int))
#define FIRST(first, ...) first __VA_OPT__(+COUNT(__VA_ARGS__))
#define SWAP(a, b) do { int t = a; a = b; b = t; } while (0)

int main(void) {
  int PASTE(var, 1) = 4, y = 5;
  if (var1)
    SWAP(var1, y);
  assert(var1 == 5 && COUNT(1, 2, 3) == 3 && FIRST(7) == 7 && FIRST(7, 8, 9) == 9);
  assert(strcmp(TEXT(a + b), "a + b") == 0 && __LINE__ == 16);
  assert(strcmp(__func__, "main") == 0 && strcmp(__PRETTY_FUNCTION__, "int main(void)") == 0);
  return 0;
}
