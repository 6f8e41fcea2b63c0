/* aver: property=assert,valid-deref expect=TRUE */
/* aver: property=assert,valid-deref expect=TRUE data-model=ILP32 */
/* Variables of the C library have the values that they start with. */
#include <assert.h>
#include <string.h>
extern char *optarg;
extern int optind, opterr, optopt, errno, signgam, daylight;
extern long timezone;
extern char *tzname[2];
extern char **environ;
extern char *program_invocation_name;

int main(void) {
  assert(optarg == 0 && optind == 1 && opterr == 1 && optopt == '?');
  assert(errno == 0 && signgam == 0);
  assert(daylight == 0 && timezone == 0 && strcmp(tzname[0], "GMT") == 0);
  assert(environ[0] == 0);
  assert(strlen(program_invocation_name) > 0);
  return 0;
}
