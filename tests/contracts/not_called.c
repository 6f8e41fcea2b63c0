/* aver: property=assert expect=REJECTED reason="no run calls `f`" args="--enforce-contract f" */
/* aver: property=assert expect=FALSE at=6 args="--enforce-contract f --function f" */
/* A contract that is never checked proves nothing; a run may also start at the function. */
int f(int x)
__CPROVER_requires(x > 0)
__CPROVER_ensures(__CPROVER_return_value > 1);

int f(int x) { return x; }

int main(void) { return 0; }
