/* aver: property=valid-deref expect=FALSE at=11 */
/* As in string_length.c, but nothing ends the string. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    char text[5];
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < 5; i++)
        text[i] = 'a';
    unsigned length = 0;
    while (text[length])
        length++;
    return 0;
}
