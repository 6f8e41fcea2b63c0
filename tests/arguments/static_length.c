/* aver: property=valid-deref expect=TRUE args="--function sum" */
/* aver: property=valid-deref expect=FALSE at=8 args="--function more" */
/* A length in the declaration of a parameter is a guarantee, if it is `static`. */
unsigned sum(const unsigned a[static 3]) {
  return a[0] + a[1] + a[2];
}

unsigned more(const unsigned a[static 3]) { return a[3]; }
