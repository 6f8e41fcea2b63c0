/* aver: property=termination expect=TRUE */
/* A list of a few nodes is walked to its end. */
struct node { struct node *next; int value; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
  struct node d = {0, 4}, c = {&d, 3}, b = {&c, 2}, a = {&b, 1};
  if (__VERIFIER_nondet_int()) b.next = &d;
  int sum = 0;
  for (struct node *p = &a; p; p = p->next) sum += p->value;
  return sum;
}
