/* aver: property=termination expect=TRUE */
/* Two functions count down together. */
static int odd(unsigned x);
static int even(unsigned x) { return x == 0 ? 1 : odd(x - 1); }
static int odd(unsigned x) { return x == 0 ? 0 : even(x - 1); }
int main(void) { return even(20); }
