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

static int replace(char *s, char old, char new) {
    int n = 0;
    while (*s) {
        if (*s == old) {
            *s = new;
            n++;
        }
        s++;
    }
    return n != 0;
}
int main(void) {
    char *s = make(positive());
    return replace(s, 'a', 'b');
}
