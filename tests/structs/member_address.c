/* aver: property=assert expect=TRUE */
/* The address of an element deep inside an array of structs. */
#include <assert.h>

struct leaf {
  char head;
  int grid[10][20];
  char tail;
};
struct node {
  int x;
  long y;
  struct leaf z;
};

static int *find(struct node *s) {
  return &s[1].z.grid[5][13];
}

static struct node nodes[2];

int main(void) {
  int *p = find(nodes);
  *p = 77;
  assert((char *)p - (char *)nodes == 1296);
  assert(nodes[1].z.grid[5][13] == 77 && nodes[0].z.grid[5][13] == 0);
  return 0;
}
