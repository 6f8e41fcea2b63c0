/* aver: property=termination expect=TRUE */
/* A pointer whose bytes are kept in the other order. */
#include <stdlib.h>
#include <string.h>

static unsigned char kept[sizeof(char *)];

static char *get(void) {
    unsigned char bytes[sizeof(char *)];
    char *p;
    for (unsigned i = 0; i < sizeof kept; i++)
        bytes[i] = kept[sizeof kept - 1 - i];
    memcpy(&p, bytes, sizeof p);
    return p;
}

int main(void) {
    char *p = malloc(1);
    if (!p)
        return 0;
    *p = 5;
    unsigned char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    for (unsigned i = 0; i < sizeof kept; i++)
        kept[i] = bytes[sizeof kept - 1 - i];
    p = 0;
    memset(bytes, 0, sizeof bytes);
    while (*get())
        --*get();
    return 0;
}
