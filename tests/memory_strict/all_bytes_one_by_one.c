/* aver: property=no-uninitialised expect=TRUE */
/* aver: property=no-uninitialised expect=FALSE at=14 args=-DCOUNT=3 */
// An int that is written byte by byte is written.
#ifndef COUNT
#define COUNT 4
#endif
int main(void) {
  union {
    unsigned char bytes[4];
    int whole;
  } u;
  for (int i = 0; i < COUNT; i++)
    u.bytes[i] = 1;
  return u.whole;
}
