/* aver: property=no-overflow expect=FALSE at=17 args=-DCASE=1 */
/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=2 */
/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=3 */
/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=4 */
/* aver: property=no-shift-error expect=FALSE at=29 args=-DCASE=5 */
/* aver: property=no-overflow expect=FALSE at=32 args=-DCASE=6 */
/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=7 */
/* aver: property=no-overflow,no-shift-error expect=TRUE args=-DCASE=8 */
/* aver: property=no-shift-error expect=FALSE at=45 args=-DCASE=9 */
/* `c <<= n` shifts what c is promoted to, and converts the result back (6.5.7p3, 6.5.16.2p3). */
struct fields { unsigned f : 3; int g : 5; unsigned whole : 32; };
enum __attribute__((packed)) small { ZERO, ONE, MANY = 200 };
int main(void) {
  struct fields s = {7, 3, 9};
#if CASE == 1
  unsigned char c = 255;
  c <<= 24;
#elif CASE == 2
  signed char c = 100;
  c <<= 1;
#elif CASE == 3
  short c = 1, *p = &c;
  *p <<= 20;
#elif CASE == 4
  unsigned short c = 9;
  c >>= 20;
#elif CASE == 5
  unsigned char c = 9;
  c >>= 32;
#elif CASE == 6
  /* An unsigned bit-field that is narrower than int is promoted to int. */
  s.f <<= 30;
#elif CASE == 7
  s.f <<= 20;
  s.g <<= 20;
  /* As wide as unsigned int: nothing is lost that C would mind. */
  s.whole <<= 31;
#elif CASE == 8
  enum small e = MANY;
  e <<= 8;
  _Bool b = 1;
  b <<= 30;
#else
  s.g = -1;
  s.g <<= 1;
#endif
  return 0;
}
