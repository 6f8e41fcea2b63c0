/* aver: property=termination expect=TRUE */
/* A function without a body is tried a few times; each failure costs one try, and success gives some back, but not for ever. */
extern int attempt(void);
int main(void) {
  int tries = 5, bonus = 3;
  while (tries > 0) {
    if (attempt()) {
      if (bonus > 0) {
        bonus--;
        tries = 5;
      } else
        break;
    } else
      tries--;
  }
  return 0;
}
