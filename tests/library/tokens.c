/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=13 args="-DLITERAL" */
/* `strtok` writes into its string. */
#include <assert.h>
#include <string.h>

int main(void) {
#ifdef LITERAL
  char *text = "one two";
#else
  char text[] = "  one,two ,, three ";
#endif
  char *token = strtok(text, " ,");
  assert(strcmp(token, "one") == 0);
  token = strtok(0, " ,");
  assert(strcmp(token, "two") == 0);
  token = strtok(0, " ,");
  assert(strcmp(token, "three") == 0);
  assert(strtok(0, " ,") == 0 && strtok(0, " ,") == 0);
  return 0;
}
