/* aver: property=assert expect=TRUE args="--stub tests/functions/stub_wins_stub.c" */
/* aver: property=assert expect=FALSE at=9 args="--stub tests/functions/stub_wins_stub.c -DWRONG" */
/* aver: property=assert expect=TRUE args="--drop-body parse --undefined-functions unknown-result -DDROPPED" */
/* A stub's function takes the place of the program's own, also where that is static. */
static int parse(const char *text) { return text[100]; }

int main(void) {
#ifdef WRONG
  __CPROVER_assert(parse("1") != 3, "it may be three");
#elif defined DROPPED
  int number = parse("1");
#else
  __CPROVER_assert(parse("1") < 10, "a digit");
#endif
  return 0;
}
