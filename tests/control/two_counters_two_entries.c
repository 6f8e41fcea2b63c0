/* aver: property=assert expect=FALSE at=21 */
/* aver: property=assert expect=TRUE args=-DEITHER */
// A loop that can be entered at either of two labels.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned a = 0, b = 0;
  if (__VERIFIER_nondet_int()) goto second;
first:
  if (++a > 5) goto end;
  if (__VERIFIER_nondet_int()) goto second;
  goto first;
second:
  if (++b > 5) goto end;
  if (__VERIFIER_nondet_int()) goto first;
  goto second;
end:
#ifdef EITHER
  assert((a == 6) != (b == 6));
#else
  assert(!(a == 6 && b == 5));
#endif
  return 0;
}
