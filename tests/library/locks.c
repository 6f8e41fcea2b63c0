/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* aver: property=assert expect=UNKNOWN reason="locking a lock twice" args="-DTWICE" */
/* With one thread there is nobody to wait for. */
#include <assert.h>
#include <pthread.h>
#include <threads.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t started = PTHREAD_ONCE_INIT;
static int starts;
static void start(void) { starts++; }

int main(void) {
  pthread_mutex_t other;
  mtx_t third;
  assert(pthread_mutex_init(&other, 0) == 0 && mtx_init(&third, mtx_plain) == thrd_success);
  assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_trylock(&other) == 0 && mtx_lock(&third) == thrd_success);
#ifdef TWICE
  pthread_mutex_lock(&lock);
#endif
  pthread_once(&started, start);
  pthread_once(&started, start);
  assert(starts == 1 && pthread_mutex_unlock(&other) == 0 && pthread_mutex_unlock(&lock) == 0);
  mtx_unlock(&third);
  pthread_key_t key;
  assert(pthread_key_create(&key, 0) == 0 && pthread_getspecific(key) == 0);
  assert(pthread_setspecific(key, &starts) == 0 && pthread_getspecific(key) == &starts);
  assert(pthread_equal(pthread_self(), pthread_self()));
  return 0;
}
