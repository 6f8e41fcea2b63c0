// What clang calls for C++: a local static object is made once.

#include "aver.h"

// The first byte of the guard says whether the object is made. There is one thread, so there is no waiting.
MODEL int __cxa_guard_acquire(char *guard) { return *guard == 0; }
MODEL void __cxa_guard_release(char *guard) { *guard = 1; }
