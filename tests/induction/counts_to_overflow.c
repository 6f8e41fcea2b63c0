/* Two thousand million iterations until a counter overflows, or just not. */
/* aver: property=no-overflow expect=FALSE at=10 */
/* aver: property=no-overflow expect=TRUE args=-DBOUNDED */
#ifdef BOUNDED
#define GO_ON n < 2147483647
#else
#define GO_ON 1
#endif
static int count(int n) {
  for (; GO_ON; n++)
    ;
  return n;
}

int main(void) {
  return count(-5) == 0;
}
