/* aver: property=valid-deref expect=FALSE at=8 */
/* A pointer that walks out of one array does not arrive in the next. */
int main(void) {
  int a[3] = {1, 2, 3}, b[3] = {4, 5, 6};
  int *p = a;
  int sum = 0;
  for (int i = 0; i < 6; i++)
    sum += *p++;
  return sum + b[0];
}
