/* aver: property=assert,array-bounds expect=TRUE */
/* aver: property=array-bounds expect=FALSE at=7 args="-DWRONG" */
/* Templates over types and numbers; a member that does not check its bound. */
#include <cassert>
template <typename T, int N> struct Stack {
  T data[N]; int count = 0;
  void push(T x) { data[count++] = x; }
  T pop() { return data[--count]; }
};
template <typename T> T largest(T a, T b) { return a < b ? b : a; }
template <> const char *largest(const char *a, const char *b) { return b; }

int main() {
  Stack<int, 2> numbers;
  Stack<char, 1> letters;
  numbers.push(4);
  numbers.push(5);
  letters.push('x');
#ifdef WRONG
  letters.push('y');
  return 0;
#endif
  assert(numbers.pop() == 5 && numbers.pop() == 4 && letters.pop() == 'x');
  assert(largest(2, 3) == 3 && largest(2.5, 1.0) == 2.5 && largest("a", "b")[0] == 'b');
}
