/* aver: property=assert,valid-deref expect=TRUE */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void) {
  char text[] = "a=1;b=2", *outer, *inner;
  int sum = 0;
  for (char *pair = strtok_r(text, ";", &outer); pair; pair = strtok_r(0, ";", &outer)) {
    strtok_r(pair, "=", &inner);
    sum += strtok_r(0, "=", &inner)[0] - '0';
  }
  assert(sum == 3);
  char fields[] = "x::y", *rest = fields;
  assert(strcmp(strsep(&rest, ":"), "x") == 0);
  assert(strcmp(strsep(&rest, ":"), "") == 0);
  assert(strcmp(strsep(&rest, ":"), "y") == 0 && rest == 0 && strsep(&rest, ":") == 0);
  return 0;
}
