/* aver: property=assert expect=TRUE args="--engine kiki" */
/* The same with an index. */
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

#include <assert.h>
int main(void) {
    int n = positive();
    char *s = make(n);
    for (int i = 0; s[i]; i++)
        if (s[i] == 'x')
            s[i] = 'y';
    for (int i = 0; s[i]; i++)
        assert(s[i] != 'x');
    return 0;
}
