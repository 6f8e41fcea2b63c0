/* aver: property=no-unrelated-pointers expect=FALSE at=5 */
// The usual test whether a pointer is in a buffer compares strangers if it is not.
static char buffer[8];
static int is_inside(const char *p) {
  return p >= buffer && p < buffer + 8;
}

int main(void) {
  char other = 0;
  return is_inside(buffer + 3) + is_inside(&other);
}
