; /* aver: property=unreach-call expect=REJECTED reason="expected type" */
; What LLVM does not read is rejected with its own words.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define i32 @main() {
  %x = add blue 1, 2
  ret i32 %x
}
