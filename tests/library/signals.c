/* aver: property=assert expect=UNKNOWN reason="signal" */
#include <assert.h>
#include <signal.h>

static int x;
static void on(int number) { x = 1; }

int main(void) {
  signal(SIGINT, on);
  assert(x == 0);
  return 0;
}
