/* Degrees: conversion there and back is the same up to rounding. */
#include "bench.h"

int main(void) {
  float celsius = step(-N, N, 0.5f);
  float fahrenheit = celsius * 1.8f + 32.0f;
  float back = (fahrenheit - 32.0f) / 1.8f;
  float error = back - celsius;
#ifdef BUG
  assert(error == 0.0f);
#else
  assert(error < 0.0001f && error > -0.0001f);
#endif
  return 0;
}
