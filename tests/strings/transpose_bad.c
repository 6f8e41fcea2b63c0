/* aver: property=valid-deref expect=FALSE at=17 */
/* A matrix of unknown size and its transpose, with the wrong width of a row. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
    if (rows < 1 || rows > 500 || columns < 1 || columns > 500)
        return 0;
    size_t count = (size_t)rows * columns;
    double *from = malloc(count * sizeof *from);
    double *to = malloc(count * sizeof *to);
    if (!from || !to)
        return 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            to[j * columns + i] = from[i * columns + j];
    free(from);
    free(to);
    return 0;
}
