/* aver: property=assert expect=TRUE files=file_local_other.c */
/* aver: property=assert expect=FALSE at=8 files=file_local_other.c args=-DWRONG */
/* A static function of another file, called by the name that goto-cc gives it. */
int __CPROVER_file_local_file_local_other_c_next(int);
int main(void) {
  int result = __CPROVER_file_local_file_local_other_c_next(4);
#ifdef WRONG
  __CPROVER_assert(result == 4, "it is one more");
#endif
  __CPROVER_assert(result == 5, "one more");
  return 0;
}
