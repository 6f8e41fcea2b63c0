/* aver: property=valid-deref expect=TRUE */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

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

static const char *find(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c)
            return s;
        if (!*s)
            return 0;
    }
}
int main(void) {
    char *s = make(positive());
    const char *p = find(s, __VERIFIER_nondet_char());
    return p ? *p : 0;
}
