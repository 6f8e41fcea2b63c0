/* aver: property=valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=8 data-model=ILP32 args=-DBEYOND */
/* A declaration for the other data model: it is the builtin all the same. */
extern void *alloca(unsigned long);
int main(void) {
  char *room = alloca(3);
#ifdef BEYOND
  room[3] = 1;
#endif
  room[2] = 1;
  return 0;
}
