/* aver: property=valid-deref expect=FALSE at=6 args="--function null_pointer" */
/* aver: property=valid-deref expect=FALSE at=9 args="--function first_two --args nonnull" */
/* Violations that depend on a null pointer or a short array say so. */

/* if p is null */
int null_pointer(int *p, int *q) { return *p + (q ? *q : 0); }

/* if p points to fewer than 2 elements */
int first_two(const int *p) { return p[0] + p[1]; }
