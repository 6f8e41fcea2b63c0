/* CRC-32 of N unknown bytes, bit by bit and nibble by nibble with a table. */
#include "bench.h"

static unsigned table[16];

static unsigned step(unsigned crc) {
  return crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
}

int main(void) {
  unsigned char message[N];
  for (int i = 0; i < N; i++) message[i] = nondet_uchar();
  for (unsigned n = 0; n < 16; n++) {
    unsigned crc = n;
    for (int bit = 0; bit < 4; bit++) crc = step(crc);
    table[n] = crc;
  }
  unsigned slow = 0xFFFFFFFFu, fast = 0xFFFFFFFFu;
  for (int i = 0; i < N; i++) {
    slow ^= message[i];
    for (int bit = 0; bit < 8; bit++) slow = step(slow);
    fast ^= message[i];
    fast = fast >> 4 ^ table[fast & 15];
    fast = fast >> 4 ^ table[fast & 15];
  }
  assert(slow == fast);
  return 0;
}
