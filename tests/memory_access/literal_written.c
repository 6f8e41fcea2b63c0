/* aver: property=valid-deref expect=FALSE at=9 */
/* aver: property=valid-deref expect=TRUE args=-DARRAY */
// A pointer to a literal, and an array that was initialised with one.
#ifdef ARRAY
static char text[] = "abc";
#else
static char *text = "abc";
#endif
static void upper(char *s) { s[0] = 'A'; }

int main(void) { upper(text); }
