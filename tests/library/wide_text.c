/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert expect=UNKNOWN reason="outside of ASCII" args="-DACCENT" */
/* Wide characters in formats and conversions, as far as the C locale has them. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

int main(void) {
  char text[16];
  wchar_t wide[8];
#ifdef ACCENT
  const wchar_t *word = L"\u00e9t\u00e9";
#else
  const wchar_t *word = L"ete";
#endif
  assert(snprintf(text, sizeof text, "%ls-%lc", word, (wint_t)L'x') == 5 && strcmp(text, "ete-x") == 0);
  assert(mbstowcs(wide, "abc", 8) == 3 && wcscmp(wide, L"abc") == 0);
  assert(towupper(L'q') == L'Q' && iswdigit(L'7') && !iswdigit(L'x'));
  return 0;
}
