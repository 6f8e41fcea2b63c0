/* aver: property=valid-deref expect=FALSE at=7 */
/* aver: property=valid-deref expect=TRUE args=-DCHECK */
// argv[argc] is null, so there is no first character of it.
int main(int argc, char **argv) {
  int i = 0;
#ifndef CHECK
  while (argv[i][0] != 'x') i++;
#else
  while (argv[i] != 0 && argv[i][0] != 'x') i++;
#endif
  return i;
}
