/* aver: property=termination expect=FALSE at=8 */
/* The last node leads back to the first. */
struct node { struct node *next; };
int main(void) {
  struct node c = {0}, b = {&c}, a = {&b};
  unsigned long n = 0;
  c.next = &a;
  for (struct node *p = &a; p; p = p->next) n++;
  return 0;
}
