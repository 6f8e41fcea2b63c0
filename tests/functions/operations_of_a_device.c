/* aver: property=unreach-call,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=25 args=-DALWAYS */
// Calls through a table that is one of two, in a loop without bound; one entry may be null.
#include <stddef.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct device;
struct operations { void (*open)(struct device *), (*close)(struct device *), (*reset)(struct device *); };
struct device { const struct operations *operations; int users; };
static void open(struct device *d) { if (d->users < 100) d->users++; }
static void close(struct device *d) { if (d->users == 0) reach_error(); d->users--; }
static void reset(struct device *d) { d->users = 0; }
static const struct operations some = {open, close, NULL}, all = {open, close, reset};
int main(void) {
  struct device d = {__VERIFIER_nondet_int() ? &some : &all, 0};
  while (__VERIFIER_nondet_int()) {
    switch (__VERIFIER_nondet_int()) {
    case 0: d.operations->open(&d); break;
    case 1: if (d.users > 0) d.operations->close(&d); break;
    case 2:
#ifndef ALWAYS
      if (d.operations->reset != NULL)
#endif
      // Of `some` it is null.
      d.operations->reset(&d);
    }
  }
  return 0;
}
