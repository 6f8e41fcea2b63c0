/* aver: property=no-overflow expect=FALSE at=12 */
/* What `scanf` delivers is unknown before anything says how the variable is divided. */
#include <stdio.h>

int main(void) {
    unsigned rounds;
    if (scanf("%u", &rounds) != 1) return 0;
    for (unsigned i = 0; i < rounds; i++) {
        int data = 0;
        if (scanf("%d", &data) != 1) return 0;
        if (data > 0)
            data = data * 2;
    }
    return 0;
}
