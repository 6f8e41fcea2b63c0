/* aver: property=valid-deref expect=FALSE at=13 data-model=ILP32 */
/* aver: property=valid-deref expect=FALSE at=13 data-model=LP64 */
/* The pointer that is returned is the end of the object. */
static char big[3000000];

static char *middle(char *from, char *to, int steps) {
    for (int i = 0; i < steps; i++)
        from += (to - from + 1) / 2;
    return from;
}

int main(void) {
    *middle(big, big + sizeof big, 30) = 1;
    return 0;
}
