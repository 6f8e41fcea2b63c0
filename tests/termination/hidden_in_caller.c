/* aver: property=termination expect=TRUE */
/* Each call changes a variable of the first caller, to which no pointer leads. */
#include <stdint.h>

static void down(uintptr_t a) {
    if (*(char *)(a + 1) == 0)
        return;
    --*(char *)(a + 1);
    down(a);
}

int main(void) {
    char x = 5;
    down((uintptr_t)&x - 1);
    return x;
}
