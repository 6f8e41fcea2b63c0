/* Runs a program on all of its inputs. Each input is a fork: one process for each value that it may have. What is found is
   counted in memory that all of them share. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_RUNS = 5000, MICROSECONDS = 300000 };

static struct { int runs, assertion, deref, release, leak, lost; } *found;
static int live;

extern int main_of_program(void);
const char *__asan_get_report_description(void);

const char *__asan_default_options(void) {
  return "symbolize=0:detect_leaks=0:exitcode=0:fast_unwind_on_malloc=1:malloc_context_size=0:quarantine_size_mb=16";
}

/* AddressSanitizer calls it, and then ends the process. */
void __asan_on_error(void) {
  const char *what = __asan_get_report_description();
  if (strcmp(what, "double-free") == 0 || strcmp(what, "bad-free") == 0) found->release = 1;
  else found->deref = 1;
  found->runs++;
  _exit(0);
}

static void end_of_run(void) {
  if (live) found->leak = 1;
  found->runs++;
  _exit(0);
}

/* The program ends there, with what is allocated. */
void failed_assertion(void) {
  found->assertion = 1;
  end_of_run();
}

/* A run may go on for so long from one input to the next. */
static void limit(int microseconds) {
  struct itimerval timer = { .it_value = { .tv_usec = microseconds } };
  setitimer(ITIMER_PROF, &timer, 0);
}

static void wait_for_child(void) {
  int status;
  wait(&status);
  if (WIFSIGNALED(status)) found->lost = 1;
}

static int choose(int count) {
  limit(0);
  for (int value = 0; value < count; value++) {
    if (found->runs > MOST_RUNS || found->lost) {
      found->lost = 1;
      _exit(0);
    }
    if (value == count - 1 || fork() == 0) {
      limit(MICROSECONDS);
      return value;
    }
    wait_for_child();
  }
  return 0;
}

_Bool __VERIFIER_nondet_bool(void) { return choose(2); }
unsigned char __VERIFIER_nondet_uchar(void) { return choose(4); }

void *counted_malloc(size_t size) { live++; return malloc(size); }
void *counted_calloc(size_t count, size_t size) { live++; return calloc(count, size); }
void counted_free(void *pointer) { live -= pointer != 0; free(pointer); }

int main(void) {
  found = mmap(0, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  fflush(stdout);
  if (fork() == 0) {
    if (!freopen("/dev/null", "w", stderr)) _exit(1);
    limit(MICROSECONDS);
    main_of_program();
    end_of_run();
  }
  wait_for_child();
  printf("%d %d %d %d %d %d\n", found->runs, found->assertion, found->deref, found->release, found->leak, found->lost);
  return 0;
}
