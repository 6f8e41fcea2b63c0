/* aver: property=no-div-by-zero expect=TRUE */
/* There is nothing to check. */
int main(void) {
  return 0;
}
