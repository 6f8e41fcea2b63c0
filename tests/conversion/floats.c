/* aver: property=no-float-overflow expect=TRUE */
/* aver: property=no-float-overflow expect=FALSE at=10 args=-DFAR */
/* A sum of finite floats that is infinite. */
float nondet_float(void);

int main(void) {
  float x = nondet_float();
  if (!(x > 0.0f && x < 1e38f)) return 0;
#ifdef FAR
  float far = x * 10.0f;
  if (far > 1.0f) return 1;
#endif
  float sum = x + x;
  return sum > 1.0f;
}
