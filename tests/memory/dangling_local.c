/* aver: property=valid-deref expect=FALSE at=12 */
/* The address of a local that is gone. */
static int *address;

static void leak(void) {
  int local = 5;
  address = &local;
}

int main(void) {
  leak();
  return *address;
}
