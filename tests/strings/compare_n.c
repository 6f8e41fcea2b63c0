/* aver: property=valid-deref expect=TRUE */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

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

static int compare(const char *s1, const char *s2, size_t n) {
    if (n == 0)
        return 0;
    do {
        if (*s1 != *s2++)
            return *(unsigned char *)s1 - *(unsigned char *)--s2;
        if (*s1++ == 0)
            break;
    } while (--n != 0);
    return 0;
}
int main(void) {
    char *s = make(positive()), *u = make(positive());
    return compare(s, u, __VERIFIER_nondet_uint()) != 0;
}
