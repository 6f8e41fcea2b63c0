//! Structures and what is done with them, as text: each operation as it should be, and with mistakes.
//!
//! `@(v)` makes an object whose data is `v`, somehow. `w` walks, `p` and `q` are free for use in one operation, and every
//! pointer that is kept is null at first.

/// A step as it should be, and wrong ones.
pub struct Operation {
    pub right: &'static str,
    pub wrong: &'static [&'static str],
}

/// A structure in the heap.
pub struct Kind {
    /// Members besides `v`, in any order.
    pub members: &'static [&'static str],
    pub functions: &'static str,
    /// The pointers that are kept from one operation to the next.
    pub kept: &'static str,
    /// Makes the structure bigger.
    pub grow: &'static [Operation],
    pub operations: &'static [Operation],
    /// What holds at the end, or at any time.
    pub checks: &'static [Operation],
    /// Frees everything.
    pub free: Operation,
}

const fn op(right: &'static str, wrong: &'static [&'static str]) -> Operation {
    Operation { right, wrong }
}

pub const KINDS: &[Kind] = &[
    LIST, DOUBLE, QUEUE, TABLE, TREE, EMBEDDED, TWO_LISTS, CURSOR,
];

const LIST: Kind = Kind {
    members: &["struct node *next;"],
    functions: "",
    kept: "struct node *head = 0;",
    grow: &[
        op(
            "p = @(1); p->next = head; head = p;",
            &[
                "p = @(1); p->next = head; head = p->next;",
                "p = @(3); p->next = head; head = p;",
            ],
        ),
        op(
            "for (w = head; w && w->next; w = w->next) ; p = @(2); if (w) w->next = p; else head = p;",
            &["for (w = head; w && w->next; w = w->next) ; p = @(2); w->next = p;"],
        ),
        op(
            "if (head) { p = @(2); p->next = head->next; head->next = p; } else head = @(1);",
            &["if (head) { p = @(2); head->next = p; } else head = @(1);"],
        ),
    ],
    operations: &[
        op(
            "if (head) { p = head->next; free(head); head = p; }",
            &[
                "if (head) { free(head); head = head->next; }",
                "p = head->next; free(head); head = p;",
                "if (head) { p = head->next; free(head); }",
                "if (head) { p = head->next; free(&head->v); head = p; }",
            ],
        ),
        op(
            "{ struct node **at = &head; while (*at && (*at)->v != 2) at = &(*at)->next; if (*at) { p = *at; *at = p->next; free(p); } }",
            &[
                "{ struct node **at = &head; while (*at && (*at)->v != 2) at = &(*at)->next; if (*at) { p = *at; free(p); } }",
                "{ struct node **at = &head; while ((*at)->v != 2) at = &(*at)->next; p = *at; *at = p->next; free(p); }",
                "{ struct node **at = &head; while (*at && (*at)->v != 2) at = &(*at)->next; if (*at) { p = *at; free(p); *at = p->next; } }",
            ],
        ),
        op(
            "p = 0; while (head) { q = head->next; head->next = p; p = head; head = q; } head = p;",
            &[
                "p = 0; while (head) { q = head->next; head->next = p; p = head; head = q; } head = p->next;",
            ],
        ),
        op(
            "for (w = head; w; w = w->next) w->v = 2;",
            &[
                "for (w = head; w; w = w->next) w->v = 3;",
                "for (w = head; w->next; w = w->next) w->v = 2;",
            ],
        ),
        op(
            "if (head && head->next) { p = head->next; head->next = p->next; free(p); }",
            &[
                "if (head) { p = head->next; head->next = p->next; free(p); }",
                "if (head && head->next) { free(head->next); head->next = 0; }",
            ],
        ),
    ],
    checks: &[
        op(
            "for (w = head; w; w = w->next) assert(w->v == 1 || w->v == 2);",
            &[
                "for (w = head; w; w = w->next) assert(w->v == 1);",
                "for (w = head; w; w = w->next) assert(w->v != 2);",
            ],
        ),
        op(
            "if (head && head->next) assert(head != head->next);",
            &["if (head) assert(head->next != 0);"],
        ),
        op(
            "for (w = head; w; w = w->next) assert(w->next != w);",
            &["for (w = head; w; w = w->next) assert(w->next == 0);"],
        ),
    ],
    free: op(
        "while (head) { p = head->next; free(head); head = p; }",
        &[
            "while (head) { free(head); head = head->next; }",
            "while (head->next) { p = head->next; free(head); head = p; }",
        ],
    ),
};

const DOUBLE: Kind = Kind {
    members: &["struct node *next;", "struct node *prev;"],
    functions: "",
    kept: "struct node *head = 0, *last = 0;",
    grow: &[
        op(
            "p = @(1); p->next = head; if (head) head->prev = p; else last = p; head = p;",
            &[
                "p = @(1); p->next = head; if (head) head->prev = p; head = p;",
                "p = @(1); p->next = head; head->prev = p; head = p;",
            ],
        ),
        op(
            "p = @(2); p->prev = last; if (last) last->next = p; else head = p; last = p;",
            &["p = @(2); p->prev = last; if (last) last->next = p; last = p;"],
        ),
    ],
    operations: &[
        op(
            "if (head) { p = head; head = p->next; if (head) head->prev = 0; else last = 0; free(p); }",
            &[
                "if (head) { p = head; head = p->next; if (head) head->prev = 0; free(p); }",
                "if (head) { p = head; head = p->next; free(p); if (!head) last = 0; }",
            ],
        ),
        op(
            "if (last) { p = last; last = p->prev; if (last) last->next = 0; else head = 0; free(p); }",
            &[
                "if (last) { p = last; last = p->prev; last->next = 0; free(p); }",
                "if (last) { p = last; last = p->prev; free(p); if (last) last->next = 0; else head = 0; free(p); }",
            ],
        ),
    ],
    checks: &[
        op(
            "for (w = head; w && w->next; w = w->next) assert(w->next->prev == w);",
            &["for (w = head; w && w->next; w = w->next) assert(w->next->prev != w);"],
        ),
        op("assert(!head == !last);", &["assert(head == last);"]),
        op(
            "if (last) assert(last->next == 0);",
            &["if (last) assert(last->prev == 0);"],
        ),
        op(
            "for (w = last; w; w = w->prev) assert(w->v > 0);",
            &["for (w = last; w; w = w->prev) assert(w->v > 1);"],
        ),
    ],
    free: op(
        "for (w = head; w; w = p) { p = w->next; free(w); }",
        &[
            "for (w = head; w; w = w->next) free(w);",
            "for (w = last; w; w = p) { p = w->next; free(w); free(head); }",
        ],
    ),
};

const QUEUE: Kind = Kind {
    members: &["struct node *next;"],
    functions: "",
    kept: "struct node *head = 0, **tail = &head;",
    grow: &[
        op(
            "p = @(1); *tail = p; tail = &p->next;",
            &[
                "p = @(1); *tail = p;",
                "p = @(3); *tail = p; tail = &p->next;",
            ],
        ),
        op(
            "if (!head) { p = @(2); *tail = p; tail = &p->next; }",
            &["if (!head) { p = @(2); head = p; }"],
        ),
    ],
    operations: &[
        op(
            "if (head) { p = head; head = p->next; if (!head) tail = &head; free(p); }",
            &[
                "if (head) { p = head; head = p->next; free(p); }",
                "if (head) { p = head; head = p->next; if (!head) tail = &p->next; free(p); }",
            ],
        ),
        op("if (head) head->v = 2;", &["head->v = 2;"]),
    ],
    checks: &[
        op("assert(*tail == 0);", &["assert(tail == &head);"]),
        op(
            "for (w = head; w; w = w->next) assert(w->v < 3);",
            &["for (w = head; w; w = w->next) assert(w->v < 2);"],
        ),
        op(
            "if (head) assert(tail != &head);",
            &["if (head) assert(tail != &head->next);"],
        ),
    ],
    free: op(
        "while (head) { p = head->next; free(head); head = p; }",
        &["while (head) { p = head->next; free(head); head = p; } *tail = 0;"],
    ),
};

const TABLE: Kind = Kind {
    members: &["int a[2];", "struct node *next;"],
    functions: "",
    kept: "struct node *t[2] = { 0, 0 }; int i;",
    grow: &[
        op(
            "i = __VERIFIER_nondet_bool(); if (!t[i]) t[i] = @(1);",
            &[
                "i = __VERIFIER_nondet_bool(); t[i] = @(1);",
                "i = 1 + __VERIFIER_nondet_bool(); if (i < 2) t[i] = @(3);",
            ],
        ),
        op(
            "if (t[0] && !t[1]) { t[1] = @(2); t[1]->next = t[0]; } else if (!t[0]) t[0] = @(1);",
            &["if (!t[1]) { t[1] = @(2); t[1]->next = t[0]; t[0] = t[1]; }"],
        ),
    ],
    operations: &[
        op(
            "i = __VERIFIER_nondet_bool(); if (t[i]) { if (t[1]) t[1]->next = 0; free(t[i]); t[i] = 0; }",
            &[
                "i = __VERIFIER_nondet_bool(); if (t[i]) { free(t[i]); t[i] = 0; }",
                "i = __VERIFIER_nondet_bool(); if (t[i]) { free(t[i]); t[1 - i] = 0; }",
            ],
        ),
        op(
            "p = t[0]; t[0] = t[1]; t[1] = p; if (t[0]) t[0]->next = 0; if (t[1]) t[1]->next = 0;",
            &["t[0] = t[1];"],
        ),
        op(
            "if (t[0] && t[1]) { p = t[1]->next; *t[1] = *t[0]; t[1]->next = p; }",
            &[
                "if (t[0]) { p = t[1]->next; *t[1] = *t[0]; t[1]->next = p; }",
                "if (t[0] && t[1]) memcpy(t[1], t[0], sizeof *t[0] + 1);",
            ],
        ),
        op(
            "for (i = 0; i < 2; i++) if (t[i]) t[i]->a[i] = i;",
            &["for (i = 0; i < 2; i++) t[i]->a[i] = i;"],
        ),
    ],
    checks: &[
        op(
            "assert(!t[0] || t[0] != t[1]);",
            &["assert(!t[0] || t[0] == t[1]);"],
        ),
        op(
            "for (i = 0; i < 2; i++) assert(!t[i] || t[i]->v == 1 || t[i]->v == 2);",
            &["for (i = 0; i < 2; i++) assert(!t[i] || t[i]->v == 1);"],
        ),
        op(
            "if (t[1] && t[1]->next) assert(t[1]->next->v > 0);",
            &["if (t[1]) assert(t[1]->next->v > 0);"],
        ),
    ],
    free: op(
        "for (i = 0; i < 2; i++) free(t[i]);",
        &["for (i = 0; i < 2; i++) { free(t[i]); if (i) free(t[i - 1]); }"],
    ),
};

const TREE: Kind = Kind {
    members: &["struct node *left;", "struct node *right;"],
    functions: "",
    kept: "struct node *root = 0, **at;",
    grow: &[
        op(
            "{ int key = 1 + __VERIFIER_nondet_bool(); at = &root; while (*at) at = key < (*at)->v ? &(*at)->left : &(*at)->right; *at = @(key); }",
            &[
                "{ int key = 1 + __VERIFIER_nondet_bool(); at = &root; while ((*at)->v) at = key < (*at)->v ? &(*at)->left : &(*at)->right; *at = @(key); }",
            ],
        ),
        op(
            "p = @(1); if (root) { p->right = root; } root = p;",
            &["p = @(1); p->right = root; p->left = root; root = p;"],
        ),
    ],
    operations: &[
        op(
            "if (root && !root->left && !root->right) { free(root); root = 0; }",
            &[
                "if (root && !root->left) { free(root); root = root->right; }",
                "if (root) { free(root); root = 0; }",
                "if (root && !root->left && !root->right) { free(root); }",
            ],
        ),
        op(
            "if (root && !root->left) { p = root->right; free(root); root = p; }",
            &[
                "if (root) { p = root->left; free(p); }",
                "if (root) { p = root->right; free(root); root = p->left; }",
            ],
        ),
        op(
            "if (root) { p = root->left; root->left = root->right; root->right = p; }",
            &["p = root->left; root->left = root->right; root->right = p;"],
        ),
    ],
    checks: &[
        op(
            "for (w = root; w; w = w->left) assert(w->v == 1 || w->v == 2);",
            &["for (w = root; w; w = w->right) assert(w->v == 1);"],
        ),
        op(
            "if (root && root->left) assert(root->left != root->right);",
            &["if (root && root->left) assert(root->right);"],
        ),
    ],
    free: op(
        "while (root) { p = root->left; if (p) { root->left = p->right; p->right = root; root = p; } else { p = root->right; free(root); root = p; } }",
        &[
            "while (root) { p = root->left; if (p) { p->right = root; root = p; free(p); } else { p = root->right; free(root); root = p; } }",
        ],
    ),
};

const EMBEDDED: Kind = Kind {
    members: &["struct link link;", "char c;"],
    functions: "#define NODE(l) ((struct node *)((char *)(l) - offsetof(struct node, link)))\n",
    kept: "struct link *first = 0, *l;",
    grow: &[
        op(
            "p = @(1); p->link.next = first; first = &p->link;",
            &["p = @(1); p->link.next = first; first = (struct link *)p;"],
        ),
        op(
            "p = @(2); if (first) { p->link.next = first->next; first->next = &p->link; } else first = &p->link;",
            &["p = @(2); p->link.next = first->next; first->next = &p->link;"],
        ),
    ],
    operations: &[
        op(
            "if (first) { l = first->next; free(NODE(first)); first = l; }",
            &[
                "if (first) { l = first->next; free(first); first = l; }",
                "if (first) { free(NODE(first)); first = first->next; }",
                "l = first->next; free(NODE(first)); first = l;",
            ],
        ),
        op(
            "if (first) NODE(first)->v = 2;",
            &["if (first) NODE(first)[1].v = 2;", "NODE(first)->v = 2;"],
        ),
        op(
            "if (first) { NODE(first)->c = 1; }",
            &["if (first) ((char *)first)[sizeof(struct node)] = 1;"],
        ),
    ],
    checks: &[
        op(
            "for (l = first; l; l = l->next) assert(NODE(l)->v == 1 || NODE(l)->v == 2);",
            &["for (l = first; l; l = l->next) assert(NODE(l)->v == 2);"],
        ),
        op(
            "if (first && first->next) assert(NODE(first) != NODE(first->next));",
            &["if (first) assert(NODE(first) == NODE(first->next));"],
        ),
        op(
            "for (l = first; l; l = l->next) assert(&NODE(l)->link == l);",
            &["for (l = first; l; l = l->next) assert((void *)l == (void *)&NODE(l)->v);"],
        ),
    ],
    free: op(
        "while (first) { l = first->next; free(NODE(first)); first = l; }",
        &["while (first) { l = first; free(NODE(first)); first = l->next; }"],
    ),
};

const TWO_LISTS: Kind = Kind {
    members: &["struct node *next;"],
    functions: "",
    kept: "struct node *a = 0, *b = 0;",
    grow: &[
        op(
            "if (__VERIFIER_nondet_bool()) { p = @(1); p->next = a; a = p; } else { p = @(2); p->next = b; b = p; }",
            &[
                "if (__VERIFIER_nondet_bool()) { p = @(1); p->next = a; a = p; } else { p = @(2); p->next = a; b = p; }",
            ],
        ),
        op(
            "p = @(1); p->next = a; a = p; q = @(2); q->next = b; b = q;",
            &["p = @(1); p->next = a; a = p; q = @(2); q->next = b; b = p;"],
        ),
    ],
    operations: &[
        op(
            "if (a) { p = a; a = a->next; p->next = b; p->v = 2; b = p; }",
            &[
                "if (a) { p = a; a = a->next; p->next = b; b = p; }",
                "if (a) { p = a; p->next = b; b = p; a = a->next; }",
            ],
        ),
        op(
            "if (b) { p = b->next; free(b); b = p; }",
            &[
                "if (b) { p = b->next; free(b); a = p; }",
                "if (b) { free(b); b = b->next; }",
            ],
        ),
        op(
            "p = a; a = b; b = p; for (w = a; w; w = w->next) w->v = 1; for (w = b; w; w = w->next) w->v = 2;",
            &["p = a; a = b; b = p;"],
        ),
        op(
            "if (a && b) { a->v = b->v - 1; }",
            &[
                "if (a) { a->v = b->v - 1; }",
                "if (a && b) { a->v = b->v; }",
            ],
        ),
    ],
    checks: &[
        op(
            "for (w = a; w; w = w->next) assert(w->v == 1);",
            &["for (w = b; w; w = w->next) assert(w->v == 1);"],
        ),
        op(
            "for (w = b; w; w = w->next) assert(w->v == 2);",
            &["for (w = a; w; w = w->next) assert(w->v == 2);"],
        ),
        op("assert(!a || a != b);", &["assert(a != b);"]),
    ],
    free: op(
        "while (a) { p = a->next; free(a); a = p; } while (b) { p = b->next; free(b); b = p; }",
        &[
            "while (a) { p = a->next; free(a); a = p; } while (a) { p = b->next; free(b); b = p; }",
            "while (a) { p = a->next; free(a); a = p; } free(b);",
        ],
    ),
};

/// Aliases, stale pointers and pointers into objects.
const CURSOR: Kind = Kind {
    members: &["struct node *next;", "int a[2];"],
    functions: "",
    kept: "struct node *head = 0, *cursor = 0, *old = 0; $T *d = 0;",
    grow: &[
        op(
            "p = @(1); p->next = head; head = p;",
            &["p = @(1); p->next = head; head = p; if (cursor) free(cursor);"],
        ),
        op(
            "p = @(2); p->next = head; head = p; cursor = p; d = &p->v;",
            &["p = @(2); p->next = head; cursor = p; d = &p->v;"],
        ),
    ],
    operations: &[
        op(
            "if (head) { p = head; head = p->next; if (cursor == p) { cursor = 0; d = 0; } old = p; free(p); }",
            &[
                "if (head) { p = head; head = p->next; if (cursor == p) { cursor = 0; } old = p; free(p); }",
                "if (head) { p = head; head = p->next; if (old == p) { cursor = 0; d = 0; } old = p; free(p); }",
            ],
        ),
        op(
            "if (d) *d = 2;",
            &["if (d) *d = 3;", "if (cursor) *d = 3;", "*d = 2;"],
        ),
        op(
            "if (cursor) cursor->a[1] = 1;",
            &[
                "if (cursor) d[sizeof(struct node) / sizeof *d] = 2;",
                "if (head) cursor->a[1] = 1;",
            ],
        ),
        op(
            "cursor = head; d = head ? &head->v : 0;",
            &["cursor = head;", "cursor = old;"],
        ),
        op(
            "if (cursor && head && cursor != head) { p = head->next; memcpy(head, cursor, sizeof *head); head->next = p; }",
            &["if (cursor && head && cursor != head) memcpy(head, cursor, sizeof *head);"],
        ),
    ],
    checks: &[
        op(
            "if (cursor) assert(cursor->v == 1 || cursor->v == 2);",
            &["if (cursor) assert(cursor->v == 2);"],
        ),
        op(
            "if (old) assert(old != head);",
            &[
                "if (old) assert(old == cursor);",
                "if (old) assert(old->v != 3);",
            ],
        ),
        op(
            "if (d) assert(*d == 1 || *d == 2);",
            &["if (cursor) assert(d == &cursor->v);"],
        ),
        op(
            "for (w = head; w; w = w->next) assert(w->v == 1 || w->v == 2);",
            &["for (w = head; w; w = w->next) assert(w != cursor);"],
        ),
    ],
    free: op(
        "while (head) { p = head->next; free(head); head = p; }",
        &["while (head) { p = head->next; free(head); head = p; } free(cursor);"],
    ),
};
