/* aver: property=assert expect=TRUE */
/* aver: property=assert expect=TRUE data-model=ILP32 */
/* Tables of structs that hold unions of unions, as drivers have them. */
#include <assert.h>
union word { unsigned w[1]; };
union pair { unsigned long long d[1]; unsigned w[2]; union word words[2]; };
union quad { unsigned long long d[2]; union pair pairs[2]; unsigned w[4]; union word words[4]; };
struct entry { unsigned address; union quad mask; };
static const struct entry table[2] = {
  {0, {.w = {262143, 262143, 262143, 262143}}}, {2048, {.w = {4294967294u, 98303}}}};

int main(void) {
  assert(table[1].mask.words[0].w[0] == 4294967294u && table[1].mask.d[1] == 0);
  assert(table[0].mask.pairs[1].d[0] == 0x3FFFF0003FFFFULL && table[1].mask.pairs[0].words[1].w[0] == 98303);
  return 0;
}
