/* aver: property=termination expect=TRUE */
/* Recursion that unrolling ends. */
static unsigned fact(unsigned n) { return n == 0 ? 1 : n * fact(n - 1); }
int main(void) { return (int)fact(10); }
