/* aver: property=valid-deref,no-overflow expect=TRUE */
/* A picture of unknown size, with a border that is left out. */
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned width = __VERIFIER_nondet_uint(), height = __VERIFIER_nondet_uint();
    if (width < 3 || height < 3 || width > 4096 || height > 4096)
        return 0;
    unsigned char *pixels = malloc(width * height);
    if (!pixels)
        return 0;
    for (unsigned y = 1; y < height - 1; y++)
        for (unsigned x = 1; x < width - 1; x++)
            pixels[y * width + x] = __VERIFIER_nondet_uchar();
    free(pixels);
    return 0;
}
