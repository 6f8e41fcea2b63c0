// pthread.h and threads.h for programs with one thread: locks, what is done once, values of the thread. No other
// thread holds a lock, so locking succeeds. Locking again would wait forever, or count, depending on the kind of lock: that is
// not supported. Nor is making threads.

#include "aver.h"

// A lock is held if the first word is not zero, as in glibc; initialisers make it zero.
typedef int lock;

static int acquire(lock *l) {
  if (*l != 0)
    __aver_unsupported("locking a lock twice");
  *l = 1;
  return 0;
}

static int release(lock *l) {
  if (*l == 0)
    __aver_unsupported("unlocking a lock that is not held");
  *l = 0;
  return 0;
}

MODEL int pthread_mutex_init(lock *l, const void *attributes) { return *l = 0; }
MODEL int pthread_mutex_destroy(lock *l) { return *l = 0; }
MODEL int pthread_mutex_lock(lock *l) { return acquire(l); }
MODEL int pthread_mutex_trylock(lock *l) { return acquire(l); }
MODEL int pthread_mutex_unlock(lock *l) { return release(l); }

MODEL int mtx_init(lock *l, int kind) { return *l = 0; }
MODEL void mtx_destroy(lock *l) { *l = 0; }
MODEL int mtx_lock(lock *l) { return acquire(l); }
MODEL int mtx_trylock(lock *l) { return acquire(l); }
MODEL int mtx_unlock(lock *l) { return release(l); }

MODEL void call_once(int *flag, void (*f)(void)) {
  if (*flag == 0) {
    *flag = 1;
    f();
  }
}

MODEL int pthread_once(int *flag, void (*f)(void)) {
  call_once(flag, f);
  return 0;
}

// ---- values of the thread ----

#define KEYS 16

static void *values[KEYS];
static unsigned keys;

static int new_key(unsigned *key) {
  if (keys == KEYS)
    __aver_unsupported("more than 16 keys of threads");
  *key = keys++;
  return 0;
}

static void **value_of(unsigned key) {
  if (key >= keys)
    __aver_unsupported("a key of threads that was not made");
  return &values[key];
}

// The destructor of the value runs when the thread ends, not when the program does.
MODEL int pthread_key_create(unsigned *key, void (*end)(void *)) { return new_key(key); }
MODEL int pthread_key_delete(unsigned key) { return 0; }
MODEL void *pthread_getspecific(unsigned key) { return *value_of(key); }
MODEL int pthread_setspecific(unsigned key, const void *value) {
  *value_of(key) = (void *)value;
  return 0;
}
MODEL int tss_create(unsigned *key, void (*end)(void *)) { return new_key(key); }
MODEL void tss_delete(unsigned key) {}
MODEL void *tss_get(unsigned key) { return *value_of(key); }
MODEL int tss_set(unsigned key, void *value) {
  *value_of(key) = value;
  return 0;
}

// ---- the thread itself ----

MODEL unsigned long pthread_self(void) { return 1; }
MODEL unsigned long thrd_current(void) { return 1; }
MODEL int pthread_equal(unsigned long a, unsigned long b) { return __aver_truth(a == b); }
MODEL int thrd_equal(unsigned long a, unsigned long b) { return __aver_truth(a == b); }
