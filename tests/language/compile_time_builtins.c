/* aver: property=assert expect=TRUE */
/* Questions that clang answers itself. */
#include <assert.h>
struct s { int a; char b[4]; };

int main(void) {
  int x = 3;
  struct s s;
  assert(__builtin_types_compatible_p(int, typeof(x)) && !__builtin_types_compatible_p(int, unsigned));
  assert(__builtin_choose_expr(sizeof(int) == 4, 'y', "no") == 'y');
  assert(__builtin_constant_p(4) && __builtin_offsetof(struct s, b[2]) == 6);
  assert(__builtin_object_size(s.b, 1) == 4 && __builtin_classify_type(x) == 1);
  assert(_Generic(x, int: 1, default: 2) == 1 && _Generic(&s, struct s *: 1, void *: 2) == 1);
  _Static_assert(sizeof(struct s) == 8, "layout");
  return 0;
}
