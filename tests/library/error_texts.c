/* aver: property=valid-deref expect=UNKNOWN reason="sys_errlist" */
/* A table that older versions of glibc had. */
extern const char *const sys_errlist[];
int main(void) { return sys_errlist[3][0]; }
