/* aver: property=assert expect=UNKNOWN reason="setjmp" */
#include <assert.h>
#include <setjmp.h>
static jmp_buf there;

int main(void) {
  int volatile turns = 0;
  if (setjmp(there) == 0) {
    turns = 1;
    longjmp(there, 1);
  }
  assert(turns == 1);
  return 0;
}
