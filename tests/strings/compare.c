/* aver: property=valid-deref expect=TRUE */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

/* A string of any length in a block of any size. */
static char *make(int size) {
    char *s = malloc(size);
    if (!s)
        abort();
    s[size - 1] = 0;
    return s;
}
static int positive(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1)
        exit(0);
    return n;
}

static int compare(const char *s1, const char *s2) {
    while (*s1 == *s2++)
        if (*s1++ == 0)
            return 0;
    return *(const unsigned char *)s1 - *(const unsigned char *)(s2 - 1);
}
int main(void) {
    char *s = make(positive()), *u = make(positive());
    return compare(s, u) != 0;
}
