/* aver: property=termination expect=TRUE */
/* The counter is a member of a structure that a function changes. */
extern unsigned __VERIFIER_nondet_uint(void);
struct queue { unsigned used, size; };
static int take(struct queue *q) {
  if (q->used == 0) return 0;
  q->used--;
  return 1;
}
int main(void) {
  struct queue q = {__VERIFIER_nondet_uint(), 0};
  while (take(&q)) q.size++;
  return q.size;
}
