/* aver: property=valid-deref expect=FALSE at=17 args="--function f --enforce-contract f" */
/* aver: property=valid-deref expect=TRUE args="--function f --enforce-contract f -DASKED" */
/* A predicate that may be false, since another one makes up for that where it is called. */
#include <stddef.h>

static _Bool valid(int *x) { return __CPROVER_is_fresh(x, sizeof *x); }
static _Bool valid_or_null(int *x) { return valid(x) || x == NULL; }

int f(int *x)
__CPROVER_requires(valid_or_null(x))
__CPROVER_assigns()
__CPROVER_ensures(1)
{
#ifdef ASKED
  if (!x) return 0;
#endif
  return *x;
}
