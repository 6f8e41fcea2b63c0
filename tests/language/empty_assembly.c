/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=UNKNOWN reason="assembly" args="-DREAL" */
/* Assembly without instructions is a barrier for the compiler, and moves values at most; fences are one for the machine. */
#include <assert.h>

int main(void) {
  int x = 3, y;
  __asm__ volatile("" ::: "memory");
  __asm__("" : "+r"(x));
  __asm__("" : "=r"(y) : "0"(x));
  __asm__ volatile("" : "+m"(x) : "r"(y));
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("rep; nop\n\tlock; addl $0,0(%%rsp)" ::: "memory", "cc");
#ifdef REAL
  __asm__("incl %0" : "+r"(x));
#endif
  assert(x == 3 && y == 3);
  return 0;
}
