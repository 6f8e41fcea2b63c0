/* aver: property=valid-deref expect=FALSE at=14 */
/* aver: property=assert,valid-deref expect=TRUE args="-DWIDTH" */
/* A word of input is as long as the user likes, unless the format says otherwise. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char word[8] = "";
#ifdef WIDTH
  if (scanf("%7s", word) == 1)
    assert(strlen(word) >= 1 && strlen(word) <= 7 && word[0] != ' ');
#else
  scanf("%s", word);
#endif
  return 0;
}
