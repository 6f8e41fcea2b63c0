/* A generated state machine: each of its variables has one of a few constants. */
/* aver: property=unreach-call expect=TRUE args="--engine values" */
/* aver: property=unreach-call expect=FALSE at=154 args="--engine values -DWRONG" */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int a3 = 11;
int a10 = 11;
int a17 = 10;
int a24 = 7;
int a31 = 6;
int a38 = 8;
int a45 = 11;
int a52 = 7;

int calculate_output(int input) {
  if (((a45 == 6) && (a3 == 13) && (a10 == 11)) && (input == 2)) {
    a10 = 11;
    return 22;
  } else if (((a31 == 6) && (a38 == 8) && (a17 == 10)) && (input == 3)) {
    a24 = 14;
    a45 = 11;
    a10 = 11;
    return 20;
  } else if (((a31 == 8) && (a10 == 2) && (a38 == 13)) && (input == 2)) {
    a31 = 6;
    a52 = 7;
    a24 = 2;
    return 25;
  } else if (((a17 == 1) && (a45 == 15)) && (input == 3)) {
    a10 = 2;
    return 20;
  } else if (((a45 == 11) && (a10 == 11)) && (input == 1)) {
    a3 = 14;
    a45 = 6;
    return 25;
  } else if (((a52 == 7) && (a31 == 6) && (a38 == 8)) && (input == 4)) {
    a38 = 8;
    a3 = 11;
    a45 = 15;
    return 22;
  } else if (((a31 == 6) && (a38 == 8)) && (input == 2)) {
    a3 = 13;
    return 20;
  } else if (((a31 == 6) && (a45 == 15)) && (input == 3)) {
    a45 = 11;
    return 21;
  } else if (((a24 == 7) && (a45 == 11)) && (input == 3)) {
    a45 = 11;
    return 25;
  } else if (((a52 == 7) && (a24 == 7)) && (input == 2)) {
    a31 = 8;
    a24 = 7;
    a3 = 14;
    return 24;
  } else if (((a17 == 10) && (a38 == 8) && (a45 == 15)) && (input == 1)) {
    a38 = 4;
    a52 = 2;
    return 26;
  } else if (((a10 == 15) && (a3 == 13) && (a31 == 6)) && (input == 6)) {
    a10 = 2;
    a45 = 15;
    a31 = 6;
    return 21;
  } else if (((a31 == 6) && (a52 == 7) && (a3 == 13)) && (input == 6)) {
    a45 = 6;
    return 24;
  } else if (((a38 == 4) && (a45 == 15)) && (input == 1)) {
    a17 = 1;
    a31 = 8;
    a24 = 2;
    return 22;
  } else if (((a52 == 11) && (a3 == 3)) && (input == 3)) {
    a24 = 2;
    return 23;
  } else if (((a45 == 11) && (a10 == 15) && (a31 == 6)) && (input == 1)) {
    a38 = 13;
    a3 = 13;
    a45 = 6;
    return 21;
  } else if (((a3 == 14) && (a10 == 15) && (a38 == 7)) && (input == 1)) {
    a45 = 6;
    return 23;
  } else if (((a45 == 6) && (a24 == 14)) && (input == 6)) {
    a31 = 6;
    a52 = 11;
    return 23;
  } else if (((a38 == 13) && (a52 == 11) && (a10 == 2)) && (input == 2)) {
    a17 = 3;
    a52 = 11;
    return 24;
  } else if (((a10 == 15) && (a38 == 8)) && (input == 5)) {
    a38 = 13;
    return 21;
  } else if (((a52 == 7) && (a38 == 7) && (a10 == 15)) && (input == 1)) {
    a10 = 15;
    a45 = 15;
    a52 = 7;
    return 26;
  } else if (((a10 == 15) && (a52 == 7) && (a17 == 10)) && (input == 3)) {
    a52 = 7;
    return 24;
  } else if (((a52 == 2) && (a24 == 14)) && (input == 5)) {
    a10 = 2;
    a38 = 4;
    a52 = 11;
    return 24;
  } else if (((a17 == 1) && (a24 == 14) && (a45 == 15)) && (input == 2)) {
    a24 = 7;
    return 22;
  } else if (((a24 == 2) && (a52 == 2)) && (input == 1)) {
    a10 = 11;
    a45 = 6;
    return 26;
  } else if (((a31 == 6) && (a45 == 6)) && (input == 3)) {
    a52 = 2;
    a3 = 13;
    return 25;
  } else if (((a38 == 4) && (a45 == 11)) && (input == 1)) {
    a45 = 15;
    a10 = 2;
    return 26;
  } else if (((a10 == 2) && (a52 == 11)) && (input == 5)) {
    a10 = 15;
    return 23;
  } else if (((a24 == 14) && (a31 == 8)) && (input == 4)) {
    a3 = 13;
    a38 = 7;
    return 26;
  } else if (((a52 == 11) && (a38 == 4)) && (input == 2)) {
    a31 = 6;
    return 20;
  } else if (((a52 == 2) && (a24 == 7)) && (input == 5)) {
    a17 = 3;
    a31 = 6;
    a3 = 11;
    return 22;
  } else if (((a31 == 8) && (a45 == 15)) && (input == 3)) {
    a45 = 11;
    a38 = 4;
    a52 = 7;
    return 20;
  }
  if (a17 == 1 && a10 == 11 && a45 == 6)
    reach_error();
  if (a10 == 15 && a38 == 7 && a3 == 13)
    reach_error();
  if (a24 == 14 && a52 == 11 && a31 == 8)
    reach_error();
  if (a3 == 3 && a45 == 11 && a52 == 7)
    reach_error();
#ifdef WRONG
  if (a3 == 13 && a10 == 2 && a17 == 3 && a24 == 14 && a31 == 6 && a38 == 4 && a45 == 11 && a52 == 2)
    reach_error();
#endif
  return -2;
}

int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6)
      return -2;
    calculate_output(input);
  }
}
