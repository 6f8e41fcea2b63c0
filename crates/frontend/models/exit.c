// The end of a run: functions that are registered for it run in the opposite order, then the destructors.

#include "aver.h"

#define HANDLERS 64

struct handler {
  void (*plain)(void);
  void (*with)(int status, void *argument);
  void (*object)(void *argument);
  void *argument;
};

static struct handler handlers[HANDLERS];
static int count;
static void (*quick[HANDLERS])(void);
static int quick_count;

void __aver_destructors(void);

static int add(struct handler handler) {
  if (count == HANDLERS) {
    __aver_unsupported("more than 64 functions at exit");
    return -1;
  }
  handlers[count++] = handler;
  return 0;
}

MODEL int atexit(void (*f)(void)) { return add((struct handler){.plain = f}); }
MODEL int on_exit(void (*f)(int, void *), void *argument) {
  return add((struct handler){.with = f, .argument = argument});
}
// Destructors of C++ objects.
MODEL int __cxa_atexit(void (*f)(void *), void *argument, void *library) {
  return add((struct handler){.object = f, .argument = argument});
}
MODEL int at_quick_exit(void (*f)(void)) {
  if (quick_count == HANDLERS) {
    __aver_unsupported("more than 64 functions at exit");
    return -1;
  }
  quick[quick_count++] = f;
  return 0;
}

// Also called when `main` returns.
void __aver_run_handlers(int status) {
  while (count > 0) {
    struct handler last = handlers[--count];
    if (last.plain != NULL)
      last.plain();
    else if (last.with != NULL)
      last.with(status, last.argument);
    else
      last.object(last.argument);
  }
  __aver_destructors();
}

MODEL _Noreturn void exit(int status) {
  __aver_run_handlers(status);
  __aver_halt();
}

MODEL _Noreturn void quick_exit(int status) {
  while (quick_count > 0)
    quick[--quick_count]();
  __aver_halt();
}
