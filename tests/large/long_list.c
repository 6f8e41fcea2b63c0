/* aver: property=unreach-call,valid-deref expect=TRUE data-model=ILP32 */
/* aver: property=unreach-call,valid-deref expect=FALSE:unreach-call at=29 data-model=ILP32 args=-DWRONG */
/* aver: property=unreach-call,valid-deref expect=TRUE data-model=LP64 */
/* A list of 5000 nodes. */
#include <stdlib.h>
extern void reach_error(void);
struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 5000; i++) {
        struct node *new = malloc(sizeof *new);
        if (!new)
            return 0;
        new->next = head;
        new->value = i;
        head = new;
    }
    int count = 0, last = 5000;
    for (struct node *n = head; n; n = n->next) {
#ifdef WRONG
        if (n->value == 17)
#else
        if (n->value != last - 1)
#endif
            reach_error();
        last = n->value;
        count++;
    }
    if (count != 5000)
        reach_error();
    return 0;
}
