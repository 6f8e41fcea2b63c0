// The environment as a variable.

#include "aver.h"

static char *none[1];
MODEL char **environ = none;
MODEL char **__environ = none;
MODEL char **_environ = none;

__attribute__((constructor(0))) static void start(void) { __aver_note("the environment is empty"); }
