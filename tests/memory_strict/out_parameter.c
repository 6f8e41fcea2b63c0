/* aver: property=no-uninitialised expect=FALSE at=14 */
/* aver: property=no-uninitialised expect=TRUE args=-DCHECK */
// The callee writes its result only if it succeeds.
static int parse(const char *s, int *out) {
  if (s[0] < '0' || s[0] > '9') return -1;
  *out = s[0] - '0';
  return 0;
}
int main(int argc, char **argv) {
  int value;
  int status = parse(argv[0], &value);
#ifndef CHECK
  if (argc == 100) return status;
  return value;
#else
  return status == 0 ? value : 0;
#endif
}
