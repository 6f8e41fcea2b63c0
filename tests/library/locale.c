/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=UNKNOWN reason="another locale" args="-DOTHER" */
#include <assert.h>
#include <locale.h>
#include <string.h>

int main(void) {
#ifdef OTHER
  setlocale(LC_ALL, "de_DE");
#endif
  assert(strcmp(setlocale(LC_ALL, 0), "C") == 0 && strcoll("a", "b") < 0);
  return 0;
}
