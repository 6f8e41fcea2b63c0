; /* aver: property=unreach-call expect=REJECTED reason="does not dominate" */
; What LLVM reads, but does not accept.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define i32 @main() {
  %x = add i32 %y, 2
  %y = add i32 1, 2
  ret i32 %x
}
