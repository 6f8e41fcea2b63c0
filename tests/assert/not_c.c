/* aver: property=assert expect=REJECTED reason="error:" */
/* Clang's own message is shown. */
int main(void) {
  retrun 0;
}
