/* aver: property=no-misaligned-access expect=TRUE */
/* aver: property=no-misaligned-access expect=FALSE at=14 args=-DPOINTER */
// The compiler knows of a packed member that it may be anywhere; of a pointer to it, it does not.
struct __attribute__((packed)) s {
  char c;
  int i;
};

int main(void) {
  struct s s = {1, 2};
#ifdef POINTER
  // The address of `i` is no multiple of 4.
  int *p = &s.i;
  return *p;
#else
  return s.i;
#endif
}
