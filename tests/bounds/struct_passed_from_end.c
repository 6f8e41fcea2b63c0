/* aver: property=array-bounds expect=FALSE at=14 */
/* aver: property=valid-deref expect=FALSE at=14 */
/* An element behind the last one is passed by value. */
struct point { long x, y, z; };
struct {
  struct point corner[3];
  struct point centre;
} shape;

static long sum(struct point p) { return p.x + p.y + p.z; }

int main(void) {
  int i = 3;
  return (int)sum(shape.corner[i]);
}
