/* aver: property=assert,valid-deref expect=TRUE */
/* What the library of C++ defines in its headers is code like any other. */
#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <vector>

int main() {
  std::vector<int> v;
  v.push_back(1);
  v.push_back(2);
  assert(v.size() == 2 && v[1] == 2);
  std::unique_ptr<int> p(new int(4));
  assert(*p == 4);
  std::array<int, 3> a{3, 1, 2};
  std::sort(a.begin(), a.end());
  assert(a[0] == 1 && a[2] == 3);
}
