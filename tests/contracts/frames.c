/* aver: property=assigns expect=TRUE args="--enforce-contract fill" */
/* aver: property=assigns expect=FALSE at=25 args="--enforce-contract fill -DCALLEE" */
/* aver: property=assigns expect=FALSE at=34 args="--enforce-contract fill -DLIBRARY" */
/* aver: property=assigns expect=FALSE at=36 args="--enforce-contract fill -DFREES" */
/* aver: property=assigns expect=FALSE at=38 args="--enforce-contract fill -DNEIGHBOUR" */
/* Who writes does not matter: the function itself, one that it calls, the library, or free. What the function made is its own. */
#include <stdlib.h>
#include <string.h>

struct buffer {
  char *data;
  size_t size;
  int count;
};

int fill(struct buffer *to, char *other, char value)
__CPROVER_requires(__CPROVER_is_fresh(to, sizeof *to))
__CPROVER_requires(0 < to->size && to->size < 5 && __CPROVER_is_fresh(to->data, to->size))
__CPROVER_requires(__CPROVER_is_fresh(other, 4))
__CPROVER_assigns(__CPROVER_object_whole(to->data), to->count)
__CPROVER_ensures(to->data[0] == value);

static void put(char *to, char value, char *other) {
#ifdef CALLEE
  other[0] = value;
#endif
  to[0] = value;
}

int fill(struct buffer *to, char *other, char value) {
  char *own = malloc(3);
  own[2] = value;
#ifdef LIBRARY
  memset(other, 0, 2);
#elif defined FREES
  free(other);
#elif defined NEIGHBOUR
  to->size = 1;
#endif
  char local[2] = {value, value};
  put(local, value, other);
  memcpy(to->data, local, 1);
  put(to->data, value, other);
  to->count = 1;
  free(own);
  return 0;
}

int main(void) {
  struct buffer *to;
  char *other;
  fill(to, other, 'x');
  return 0;
}
