/* aver: property=valid-deref,valid-free expect=TRUE data-model=ILP32 */
/* aver: property=valid-deref,valid-free expect=FALSE:valid-deref at=26 data-model=ILP32 args=-DBEYOND=1 */
/* A vector that doubles its room. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#ifndef BEYOND
#define BEYOND 0
#endif

int main(void) {
    unsigned room = 1, length = 0;
    int *data = malloc(room * sizeof(int));
    if (!data)
        return 0;
    for (int k = 0; k < 5; k++) {
        if (length == room + BEYOND) {
            int *more = realloc(data, 2 * room * sizeof(int));
            if (!more)
                break;
            data = more;
            room *= 2;
        }
        int value = __VERIFIER_nondet_int();
        if (value == 42)
            break;
        data[length] = value;
        length++;
    }
    free(data);
    return 0;
}
