/* aver: property=assert,valid-deref expect=TRUE */
/* One member of every structure of an array whose length is not known; the other one is something else. */
#include <assert.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

struct entry { int key; char tag; };

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 100000) return 0;
    struct entry *table = malloc(n * sizeof *table);
    for (unsigned i = 0; i < n; i++) {
        table[i].key = __VERIFIER_nondet_int();
        table[i].tag = 'x';
        if (table[i].key < 0)
            table[i].key = 0;
    }
    for (unsigned i = 0; i < n; i++)
        assert(table[i].key >= 0);
    free(table);
    return 0;
}
