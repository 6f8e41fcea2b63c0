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

static char *copy(char *dst, const char *src, size_t n) {
    if (n != 0) {
        char *d = dst;
        const char *s = src;
        do {
            if ((*d++ = *s++) == 0) {
                while (--n != 0)
                    *d++ = 0;
                break;
            }
        } while (--n != 0);
    }
    return dst;
}
int main(void) {
    int n = positive(), m = positive();
    char *from = make(n), *to = malloc(m);
    if (!to) return 0;
    copy(to, from, m);
    return 0;
}
