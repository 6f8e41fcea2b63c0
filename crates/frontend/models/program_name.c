// glibc's variables for the name under which the program was started.

#include "aver.h"

#define NAME_BYTES 16

static char name[NAME_BYTES];
MODEL char *program_invocation_name = name;
MODEL char *program_invocation_short_name = name;
MODEL const char *__progname = name;
MODEL const char *__progname_full = name;

__attribute__((constructor(0))) static void start(void) {
  __aver_note("the name of the program has 1 to 15 characters, none of which is a slash");
  __aver_unknown_bytes(name, NAME_BYTES - 1);
  __aver_assume(name[0] != 0);
  for (int i = 0; i < NAME_BYTES - 1; i++)
    __aver_assume(name[i] != '/');
}
