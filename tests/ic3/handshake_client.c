/* The client's half of a handshake, as a machine of 22 states: the certificate is checked before the finished message. */
/* aver: property=unreach-call expect=TRUE args="--engine ic3" */
/* aver: property=unreach-call expect=FALSE at=145 args="--engine ic3 -DWRONG" */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int state = 0x1000, next = 0;
  int resumes = __VERIFIER_nondet_int(), wants_proof = 0;
  int checked = 0, order = 0, retries = 0, cipher = 0;
  while (1) {
    int reply = __VERIFIER_nondet_int();
    if (reply < 0 && state != 0x1000)
      break;
    switch (state) {
    case 0x1000: /* before anything */
      order = 0;
      checked = 0;
      state = 0x1001;
      break;
    case 0x1001: /* connect */
      if (reply == 0)
        state = 0x1110;
      break;
    case 0x1110: /* send hello */
      order = 1;
      state = 0x1111;
      break;
    case 0x1111: /* hello is on its way */
      if (reply > 3)
        state = 0x1120;
      else if (++retries > 5)
        return 0;
      break;
    case 0x1120: /* read hello */
      if (order != 1)
        return 1;
      order = 2;
      cipher = reply & 7;
      state = resumes ? 0x11d0 : 0x1130;
      break;
    case 0x1121: /* second half of hello */
      state = 0x1130;
      break;
    case 0x1130: /* read certificate */
      if (cipher & 4) {
        state = 0x1140;
#ifdef WRONG
      } else if (cipher == 3 && retries == 2) {
        state = 0x1140;
#endif
      } else {
        state = 0x1131;
      }
      break;
    case 0x1131: /* check certificate */
      if (reply == 1) {
        checked = 1;
        state = 0x1140;
      } else {
        state = 0x1800;
      }
      break;
    case 0x1140: /* read key exchange */
      order = 3;
      state = 0x1141;
      break;
    case 0x1141:
      state = 0x1150;
      break;
    case 0x1150: /* read request for a certificate */
      wants_proof = reply & 1;
      state = 0x1151;
      break;
    case 0x1151:
      state = 0x1160;
      break;
    case 0x1160: /* server is done */
      if (wants_proof)
        state = 0x1170;
      else
        state = 0x1180;
      break;
    case 0x1170: /* send certificate */
      state = 0x1171;
      break;
    case 0x1171:
      state = 0x1180;
      break;
    case 0x1180: /* send key exchange */
      order = 4;
      if (wants_proof == 1)
        state = 0x1190;
      else
        state = 0x11a0;
      break;
    case 0x1190: /* prove who we are */
      wants_proof = 0;
      state = 0x11a0;
      break;
    case 0x11a0: /* change cipher */
      next = 0x11b0;
      state = 0x1100;
      break;
    case 0x11b0: /* send finished */
      if (resumes)
        next = 3;
      else
        next = 0x11c0;
      state = 0x1100;
      break;
    case 0x11c0: /* read finished */
      order = 5;
      if (resumes)
        state = 0x11a0;
      else
        state = 3;
      break;
    case 0x11d0: /* resumed: read change of cipher */
      checked = 1;
      state = 0x11c0;
      break;
    case 0x1100: /* flush */
      if (reply == 2)
        break;
      state = next;
      break;
    case 0x1800: /* alert */
      return 2;
    case 3: /* done */
      goto done;
    default:
      return 3;
    }
    if (retries > 1000)
      return 4;
  }
  return 0;

done:
  /* Ciphers without certificates have the third bit set. */
  if (cipher & 4)
    return 0;
  if (order == 5 && !resumes && !checked)
    reach_error();
  return 0;
}
