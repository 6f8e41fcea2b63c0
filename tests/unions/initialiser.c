/* aver: property=assert expect=TRUE */
/* Designators inside unions inside arrays. */
#include <assert.h>

typedef unsigned int u32;
typedef unsigned long long u64;
union quad {
  u64 whole[1];
  u32 parts[2];
};
struct row {
  u32 address;
  union quad mask[2];
};
static const struct row rows[2] = {
    {0, {{.parts = {0x3FFFF, 1}}, {.whole = {5}}}},
    {2048, {[1] = {.parts = {[1] = 7}}}},
};

int main(void) {
  assert(rows[0].mask[0].whole[0] == 0x10003FFFFull);
  assert(rows[0].mask[1].parts[0] == 5 && rows[0].mask[1].parts[1] == 0);
  assert(rows[1].address == 2048 && rows[1].mask[0].whole[0] == 0);
  assert(rows[1].mask[1].whole[0] == 7ull << 32);
  return 0;
}
