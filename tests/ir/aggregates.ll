; /* aver: property=unreach-call expect=TRUE */
; Parts of structs, arrays and vectors as values.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @reach_error()
define { i8, [2 x i32] } @make(i32 %x) {
  %a = insertvalue { i8, [2 x i32] } undef, i8 5, 0
  %b = insertvalue { i8, [2 x i32] } %a, i32 %x, 1, 1
  %c = insertvalue { i8, [2 x i32] } %b, i32 3, 1, 0
  ret { i8, [2 x i32] } %c
}
define i32 @main() {
  %s = call { i8, [2 x i32] } @make(i32 9)
  %x = extractvalue { i8, [2 x i32] } %s, 1, 1
  %v = insertelement <2 x i32> <i32 1, i32 2>, i32 %x, i32 1
  %r = shufflevector <2 x i32> %v, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %e = extractelement <2 x i32> %r, i32 0
  %fine = icmp eq i32 %e, 9
  br i1 %fine, label %good, label %bad
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
