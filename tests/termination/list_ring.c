/* aver: property=termination expect=FALSE at=7 */
/* A ring is walked as if it had an end. */
struct node { struct node *next; int value; };
int main(void) {
  struct node c = {0, 3}, b = {&c, 2}, a = {&b, 1};
  c.next = &a;
  for (struct node *p = &a; p; p = p->next) p->value = 0;
  return 0;
}
