/* aver: property=assert expect=UNKNOWN reason="unsupported_inside.c:10" */
// What a model of the library does not support is placed where the program calls it.
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
  float x = 0;
  char text[] = "1.5";
  // The text of a float in memory.
  sscanf(text, "%f", &x);
  assert(argc != 0 || x == 1.5f);
}
