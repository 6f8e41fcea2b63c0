/* aver: property=termination expect=TRUE */
/* A global variable counts the calls. */
static int calls;
static void f(void) {
  calls++;
  if (calls < 10) f();
}
int main(void) {
  f();
  return 0;
}
