/* (A B) C = A (B C) on an unknown vector C: N x N matrices of unknown numbers up to MASK. */
#include "bench.h"

int main(void) {
  unsigned char a[N][N], b[N][N], c[N];
  for (int i = 0; i < N; i++) {
    c[i] = nondet_uchar() & MASK;
    for (int j = 0; j < N; j++) {
      a[i][j] = nondet_uchar() & MASK;
      b[i][j] = nondet_uchar() & MASK;
    }
  }
  unsigned char left[N], right[N], bc[N];
  for (int i = 0; i < N; i++) {
    bc[i] = 0;
    for (int j = 0; j < N; j++) bc[i] += b[i][j] * c[j];
  }
  for (int i = 0; i < N; i++) {
    left[i] = right[i] = 0;
    for (int j = 0; j < N; j++) {
      unsigned char ab = 0;
      for (int k = 0; k < N; k++) ab += a[i][k] * b[k][j];
      left[i] += ab * c[j];
      right[i] += a[i][j] * bc[j];
    }
  }
  for (int i = 0; i < N; i++) assert(left[i] == right[i]);
  return 0;
}
