/* aver: property=termination expect=FALSE at=3 */
/* Nothing changes from call to call. */
static int f(int x) { return f(x) + 1; }
int main(void) { return f(3); }
