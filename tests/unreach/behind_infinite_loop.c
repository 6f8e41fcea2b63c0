/* aver: property=unreach-call expect=TRUE */
/* An empty infinite loop is a loop: what stands behind it is never reached. */
extern void reach_error(void);

int main(void) {
  while (1)
    ;
  reach_error();
  return 0;
}
