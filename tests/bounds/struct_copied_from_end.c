/* aver: property=array-bounds expect=FALSE at=14 */
/* aver: property=valid-deref expect=FALSE at=14 */
/* An element behind the last one is copied as a whole. */
extern unsigned __VERIFIER_nondet_uint(void);
struct point { int x, y, z, w, v; };
struct {
  struct point corner[3];
  struct point centre;
} shape;

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 3) return 0;
  struct point p = shape.corner[i];
  return p.x;
}
