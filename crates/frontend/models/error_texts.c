// Tables of texts that older versions of glibc had as variables.

#include "aver.h"

MODEL const int sys_nerr = 135;
MODEL const int _sys_nerr = 135;
MODEL const char *const sys_errlist[135];
MODEL const char *const _sys_errlist[135];
MODEL const char *const sys_siglist[65];
MODEL const char *const _sys_siglist[65];

__attribute__((constructor(0))) static void start(void) { __aver_unsupported("a table of error or signal texts (`sys_errlist`)"); }
