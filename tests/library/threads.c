/* aver: property=assert expect=UNKNOWN reason="pthread_create" */
/* aver: property=assert expect=TRUE args="-DNOT_REACHED" */
#include <assert.h>
#include <pthread.h>

static int x;
static void *run(void *argument) {
  x = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
#ifdef NOT_REACHED
  if (x == 1)
#endif
    pthread_create(&thread, 0, run, 0);
  assert(x == 0);
  return 0;
}
