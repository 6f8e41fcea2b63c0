/* aver: property=assert expect=TRUE */
#include <assert.h>

int main(void) {
  int count = 0, skipped = 0;
  for (int i = 0; i < 60; i++) {
    for (int j = 0; j < 60; j++) {
      if (j > i) break;
      if ((i + j) % 2) {
        skipped++;
        continue;
      }
      count++;
    }
  }
  assert(count + skipped == 60 * 61 / 2);
  assert(count == 930);
  return 0;
}
