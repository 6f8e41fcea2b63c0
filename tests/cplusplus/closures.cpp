/* aver: property=assert expect=TRUE */
/* aver: property=valid-deref expect=FALSE at=8 args="-DWRONG" */
/* Closures keep copies or references; a reference to what has died is invalid. */
#include <cassert>
template <typename F> static int twice(F f, int x) { return f(f(x)); }
static auto dangling(int k) {
  return [&k](int x) {
    return x + k;
  };
}

int main() {
#ifdef WRONG
  int hidden = dangling(1)(2);
  return hidden;
#endif
  int k = 3, calls = 0;
  assert(twice([k, &calls](int x) { calls++; return x + k; }, 1) == 7 && calls == 2);
  int (*plain)(int) = [](int x) { return -x; };
  assert(plain(4) == -4);
}
