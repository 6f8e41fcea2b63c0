/* aver: property=assert expect=REJECTED reason="`f` has no contract" args="--enforce-contract f" */
/* A name without a contract is a mistake. */
int f(int x) { return x; }
int main(void) { return f(0); }
