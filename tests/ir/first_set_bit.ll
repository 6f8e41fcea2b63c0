; /* aver: property=unreachable-code expect=TRUE */
; What clang makes of `__builtin_ffs(n)`: the count is undefined for 0, and dropped.
declare i32 @__VERIFIER_nondet_int()
declare i32 @llvm.cttz.i32(i32, i1)

define i32 @main() {
  %n = call i32 @__VERIFIER_nondet_int()
  %count = call i32 @llvm.cttz.i32(i32 %n, i1 true)
  %next = add i32 %count, 1
  %zero = icmp eq i32 %n, 0
  %first = select i1 %zero, i32 0, i32 %next
  ret i32 %first
}
