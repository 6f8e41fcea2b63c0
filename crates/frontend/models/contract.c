#line 2 "aver/contract.c"
// What the functions that stand for contracts call (see the module `dialect::contracts`).
#include "aver.h"

void *__VERIFIER_nondet_pointer(void);
void __VERIFIER_assert(_Bool);
_Bool __CPROVER_r_ok(const void *, size_t);
_Bool __CPROVER_w_ok(const void *, size_t);
_Bool __CPROVER_same_object(const void *, const void *);
_Bool __CPROVER_LIVE_OBJECT(const void *);
size_t __CPROVER_OBJECT_SIZE(const void *);
ssize_t __CPROVER_POINTER_OFFSET(const void *);
void *__aver_fresh(size_t size);
_Bool __aver_within(const void *p, const void *start, size_t length);
void *__aver_plus(const void *p, size_t bytes);
void free(void *);

// ---- frames ----

// A byte that must not be written, and an object that must not be freed; null if there is none. Lowering checks each write
// and each release against them.
const void *__aver_witness_written MODEL;
const void *__aver_witness_freed MODEL;

struct __aver_frame_saved {
  const void *writes, *frees;
};

static void choose(void) {
  const void *byte = __VERIFIER_nondet_pointer();
  __aver_witness_written = __CPROVER_r_ok(byte, 1) ? byte : NULL;
  const void *object = __VERIFIER_nondet_pointer();
  __aver_witness_freed = __CPROVER_LIVE_OBJECT(object) ? object : NULL;
}

MODEL void __aver_frame_save(struct __aver_frame_saved *saved) {
  saved->writes = __aver_witness_written;
  saved->frees = __aver_witness_freed;
}

MODEL void __aver_frame_restore(struct __aver_frame_saved *saved) {
  __aver_witness_written = saved->writes;
  __aver_witness_freed = saved->frees;
}

// Some run keeps what was chosen for the frame around this one, and some run chooses for this one: all writes are checked against
// both.
MODEL _Bool __aver_frame_open_inner(void) {
  if (__aver_unknown_bool()) return 0;
  const void *freed = __aver_witness_freed;
  choose();
  // What a loop may free is not its own contract's matter.
  __aver_witness_freed = freed;
  return 1;
}

// What may be written.
MODEL void __aver_frame_writes(const void *to, size_t length) {
  if (__aver_within(__aver_witness_written, to, length)) __aver_witness_written = NULL;
}

MODEL void __aver_frame_frees(const void *object) {
  if (__CPROVER_same_object(object, __aver_witness_freed)) __aver_witness_freed = NULL;
}

MODEL void *__aver_object_start(const void *p) {
  return __aver_plus(p, -(size_t)__CPROVER_POINTER_OFFSET(p));
}

MODEL void __aver_may_free(void *p) {
  if (p != NULL && __aver_unknown_bool()) free(p);
}

// ---- phases of a contract ----

enum { NONE, ASSUME_BEFORE, ASSERT_BEFORE, ASSERT_AFTER, ASSUME_AFTER };

static int phase;
// The objects that the predicates of this contract have named so far.
#define MOST 16
static const void *seen[MOST];
static int count;
// Any object that was there before the function began.
static const void *older;

MODEL void __aver_contract_phase(int next) {
  phase = next;
  if (next == ASSUME_BEFORE || next == ASSERT_BEFORE) count = 0;
}

MODEL _Bool __aver_recursive(const int *active) { return *active != 0; }

// The frame of a function opens where nothing that is checked is active, or in the frame of its caller.
static struct __aver_frame_saved outer;

MODEL void __aver_contract_enter(int *active) {
  *active = 1;
  older = __VERIFIER_nondet_pointer();
  if (!__CPROVER_LIVE_OBJECT(older)) older = NULL;
  __aver_frame_save(&outer);
}

MODEL void __aver_frame_open(void) { choose(); }

MODEL void __aver_frame_close(void) { __aver_frame_restore(&outer); }

MODEL void __aver_contract_leave(int *active) { *active = 0; }

static _Bool is_new(const void *p) {
  for (int i = 0; i < count; i++)
    if (__CPROVER_same_object(p, seen[i])) return 0;
  return 1;
}

static void remember(const void *p) {
  if (count == MOST) __aver_unsupported("a contract with more than 16 fresh objects");
  seen[count++] = p;
}

// Whether something else may make up for a predicate being false in the clause that is assumed.
static _Bool loose;

MODEL void __aver_contract_loose(int next) { loose = next; }

MODEL _Bool __aver_is_fresh(void **place, size_t size) {
  switch (phase) {
  case ASSUME_BEFORE:
  case ASSUME_AFTER: {
    if (loose && __aver_unknown_bool()) return 0;
    void *made = __aver_fresh(size);
    __aver_assume(made != NULL);
    *place = made;
    remember(made);
    return 1;
  }
  case ASSERT_BEFORE:
  case ASSERT_AFTER: {
    const void *p = *place;
    if (p == NULL || !__CPROVER_w_ok(p, size) || !is_new(p)) return 0;
    if (phase == ASSERT_AFTER && older != NULL && __CPROVER_same_object(p, older)) return 0;
    remember(p);
    return 1;
  }
  default:
    __aver_unsupported("`__CPROVER_is_fresh` outside of a contract");
    return 0;
  }
}

MODEL _Bool __aver_may_be_fresh(void **place, size_t size) {
  _Bool assumes = phase == ASSUME_BEFORE || phase == ASSUME_AFTER;
  if (assumes && __aver_unknown_bool()) return 0;
  return __aver_is_fresh(place, size);
}

MODEL _Bool __aver_pointer_in_range(const void *low, void **place, const void *high) {
  if (!__CPROVER_same_object(low, high)) return 0;
  ssize_t first = __CPROVER_POINTER_OFFSET(low), last = __CPROVER_POINTER_OFFSET(high);
  switch (phase) {
  case ASSUME_BEFORE:
  case ASSUME_AFTER: {
    if (first > last || !__CPROVER_r_ok(low, 0) || !__CPROVER_r_ok(high, 0) || __aver_unknown_bool()) return 0;
    size_t step = __aver_unknown_size();
    __aver_assume(step <= (size_t)(last - first));
    *place = __aver_plus(low, step);
    return 1;
  }
  default: {
    const void *p = *place;
    if (!__CPROVER_r_ok(low, 0) || !__CPROVER_r_ok(high, 0) || !__CPROVER_same_object(low, p)) return 0;
    ssize_t at = __CPROVER_POINTER_OFFSET(p);
    return first <= at && at <= last;
  }
  }
}

MODEL _Bool __aver_pointer_equals(void **place, const void *other) {
  switch (phase) {
  case ASSUME_BEFORE:
  case ASSUME_AFTER:
    if (__aver_unknown_bool()) return 0;
    *place = (void *)other;
    return 1;
  default:
    return *place == other;
  }
}

MODEL _Bool __aver_obeys_contract(void **place, void *contract, void *function) {
  switch (phase) {
  case ASSUME_BEFORE:
  case ASSUME_AFTER:
    if (__aver_unknown_bool()) return 0;
    *place = contract;
    return 1;
  default:
    return *place == contract || *place == function;
  }
}
