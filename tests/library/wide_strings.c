/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=12 args="-DROOM=3" */
/* Functions of wchar.h on strings with unknown contents. */
#include <assert.h>
#include <wchar.h>
#ifndef ROOM
#define ROOM 8
#endif
extern wchar_t __VERIFIER_nondet_wchar(void);
int main(void) {
  wchar_t from[4] = {__VERIFIER_nondet_wchar(), L'b', L'c', 0}, to[8] = {0}; wcscpy(to + 8 - ROOM, from);
  if (from[0] == 0 || from[0] == L'b' || from[0] == L'c')
    return 0;
  assert(wcslen(from) == 3 && wcscmp(to, from) == 0 && wcschr(to, L'b') == to + 1);
  wcscat(to, L"de");
  assert(wcsstr(to, L"cd") == to + 2 && wcsncmp(to, from, 3) == 0 && wcsrchr(to, L'e') == to + 4);
  assert(wcsspn(L"aabc", L"ab") == 3 && wmemchr(to, L'c', 8) == to + 2);
  return 0;
}
