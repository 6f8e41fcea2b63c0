/* aver: property=assert expect=TRUE args="-std=c23" */
/* C as it is: bool, nullptr, constexpr, auto, typeof, digit separators, binary numbers, enumerations of a type, attributes. */
#include <assert.h>
#include <stddef.h>
enum small : unsigned char { least, most = 255 };
constexpr int limit = 1'000;
[[nodiscard]] static bool is_even(unsigned _BitInt(5) x) { return (x & 0b1) == 0; }

int main() {
  auto n = 7;
  typeof(n) m = {};
  int *p = nullptr;
  static_assert(sizeof(enum small) == 1 && limit == 1000);
  unsigned _BitInt(5) wraps = 31uwb;
  wraps += 2;
  assert(n == 7 && m == 0 && p == nullptr && is_even(4) && !is_even(3) && wraps == 1 && most == 255);
  return 0;
}
