/* aver: property=assert expect=TRUE args="--undefined-functions=havoc" */
/* aver: property=assert expect=FALSE at=23 args="--undefined-functions=havoc -DVISIBLE" */
/* aver: property=assert expect=UNKNOWN reason="depends on what `elsewhere`" args="-DVISIBLE" */
/* aver: property=assert expect=FALSE at=26 args="--undefined-functions=havoc -DUNSIZED" */
/* A function without a body may change the variables that other files can name, not those of this file only. */
#include <assert.h>
extern void elsewhere(void);
static int hidden = 3;
const int fixed = 4;
int visible = 2;
extern int unsized[];

int main(void) {
  hidden = 5;
  unsized[3] = 1;
  visible = 7;
  int local = 6;
  elsewhere();
  assert(hidden == 5);
  assert(local == 6 && fixed == 4);
#ifdef VISIBLE
  elsewhere();
  assert(visible == 7);
#endif
#ifdef UNSIZED
  assert(unsized[3] == 1);
#endif
  return 0;
}
