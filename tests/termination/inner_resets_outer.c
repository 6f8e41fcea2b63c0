/* aver: property=termination expect=FALSE at=4 */
/* The inner loop sets the counter of the outer one back. */
int main(void) {
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 3; j++) i = 0;
  return 0;
}
