/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=FALSE:valid-deref at=23 args=-DBEYOND */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* What clang rejects and gcc accepts with a warning: parameters without types, arguments of the attribute `malloc`, a
   character that does not fit, unusual parameters of `main`, a function without a result that is called before it is
   declared, a declaration of a builtin that is not the compiler's, `exit` without its argument. */
void *malloc(size_type_that_nobody_defines);
int close_it(void *);
void *open_it(void) __attribute__((__malloc__(close_it, 1)));
extern void *__builtin_alloca(unsigned long long);
extern void exit();
void __assert_fail(const char *, const char *, unsigned, const char *);
char text[] = "a\x1234z";

int main(int argc, const char **argv) {
  char *room = __builtin_alloca(3);
  char *p = malloc(2);
  room[2] = 1;
  p[1] = 1;
  set(7);
  if (text[1] != 0x34 || text[2] != 'z') __assert_fail("text", "", 0, "");
#ifdef BEYOND
  p[2] = 1;
#endif
  exit();
  __assert_fail("after exit", "", 0, "");
}

int value;
void set(int x) { value = x; }
