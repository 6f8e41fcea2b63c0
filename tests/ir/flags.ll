; /* aver: property=no-overflow expect=FALSE at=0 */
; /* aver: property=unreach-call expect=TRUE */
; What came from no instrumented C is checked by LLVM's flags.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %a = call i32 @__VERIFIER_nondet_int()
  %b = add nsw i32 %a, 1
  ret i32 %b
}
