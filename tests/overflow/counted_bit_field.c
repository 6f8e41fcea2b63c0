/* aver: property=no-overflow expect=FALSE at=9 args=-DCASE=1 */
/* aver: property=no-overflow expect=TRUE args=-DCASE=2 */
/* `unsigned f : 31` is promoted to `int`, in which its largest value has no successor (6.3.1.1p2, 6.5.3.1p2). */
struct fields { unsigned f : 31; unsigned g : 30; unsigned h : 32; int k : 5; };
int main(void) {
  struct fields s = {2147483647, 1073741823, 4294967295u, 15};
  s.g++, s.h++, s.k++, s.k--, s.g--, --s.g;
#if CASE == 1
  s.f++;
#else
  s.f--, s.f++;
#endif
  return 0;
}
