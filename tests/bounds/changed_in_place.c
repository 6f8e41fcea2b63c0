/* aver: property=array-bounds expect=FALSE at=9 */
/* aver: property=valid-deref expect=FALSE at=9 */
/* One past the end, read and written in one expression: memory is there, but it is another member. */
struct counters {
  int of_kind[4];
  int others;
};
static void count(struct counters *c, int kind) {
  c->of_kind[kind]++;
}
int main(void) {
  struct counters c = {{0}, 0};
  count(&c, 4);
  return c.others;
}
