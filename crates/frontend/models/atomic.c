// Models of libatomic: operations on objects of any size. There is one thread.

#include "aver.h"

// clang knows the names themselves as something else.
void load(size_t size, void *from, void *to, int order) __asm__("__atomic_load") MODEL;
void store(size_t size, void *to, void *from, int order) __asm__("__atomic_store") MODEL;
void exchange(size_t size, void *at, void *from, void *to, int order) __asm__("__atomic_exchange") MODEL;
_Bool compare_exchange(size_t size, void *at, void *expected, void *desired, int success, int failure)
    __asm__("__atomic_compare_exchange") MODEL;
_Bool is_lock_free(size_t size, void *at) __asm__("__atomic_is_lock_free") MODEL;

void load(size_t size, void *from, void *to, int order) { __builtin_memcpy(to, from, size); }

void store(size_t size, void *to, void *from, int order) { __builtin_memcpy(to, from, size); }

void exchange(size_t size, void *at, void *from, void *to, int order) {
  __builtin_memcpy(to, at, size);
  __builtin_memcpy(at, from, size);
}

_Bool compare_exchange(size_t size, void *at, void *expected, void *desired, int success, int failure) {
  const unsigned char *old = at, *wanted = expected;
  for (size_t i = 0; i < size; i++)
    if (old[i] != wanted[i]) {
      __builtin_memcpy(expected, at, size);
      return 0;
    }
  __builtin_memcpy(at, desired, size);
  return 1;
}

_Bool is_lock_free(size_t size, void *at) { return size <= sizeof(void *) && (size & (size - 1)) == 0; }
