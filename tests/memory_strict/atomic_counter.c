/* aver: property=no-uninitialised expect=FALSE at=9 */
/* aver: property=no-uninitialised expect=TRUE args=-DSTART */
// An atomic increment reads before it writes.
int main(void) {
  int counter;
#ifdef START
  counter = 0;
#endif
  __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
  return counter;
}
