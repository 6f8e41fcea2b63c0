/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=14 args="-DWRONG" */
/* Wide literals and strings, of all kinds that C has. */
#include <assert.h>
#include <uchar.h>
#include <wchar.h>

int main(void) {
  wchar_t text[] = L"a\u00e9\U0001F600";
  assert(sizeof text == 16 && text[1] == 0xe9 && text[2] == 0x1F600 && text[3] == 0);
#ifdef WRONG
  text[3] = L'!';
  return wcslen(text) > 3;
#endif
  assert(sizeof u"\U0001F600" == 6 && u"\U0001F600"[0] == 0xD83D);
  assert(sizeof U"xy" == 12 && U'x' == 120 && sizeof u8"\u00e9" == 3);
  assert(L'\xff' == 255 && sizeof L'a' == 4);
  return 0;
}
