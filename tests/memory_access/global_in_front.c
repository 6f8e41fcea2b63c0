/* aver: property=valid-deref expect=FALSE at=9 */
// One byte in front of a global, although another one may well lie there.
static char before = 1, text[] = "ab";

static char at(const char *s, int i) {
  if (i == 2)
    return 0;
  // -1 is the only index that a caller passes.
  return s[i];
}

int main(void) { return at(text, -before); }
