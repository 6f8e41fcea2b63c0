/* aver: property=termination expect=TRUE */
/* A tower of four discs. */
static int moves;
static void hanoi(int n, int a, int b, int c) {
  if (n == 0) return;
  hanoi(n - 1, a, c, b);
  moves++;
  hanoi(n - 1, c, b, a);
}
int main(void) {
  hanoi(4, 0, 1, 2);
  return moves;
}
