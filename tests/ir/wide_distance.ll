; /* aver: property=assert expect=TRUE data-model=ILP32 */
; /* aver: property=no-overflow expect=TRUE data-model=ILP32 */
; The distance of two addresses in integers that are wider than addresses.
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"

define i32 @main() {
  %a = alloca [4 x i32], align 4
  %b = getelementptr inbounds [4 x i32], ptr %a, i32 0, i32 3
  %from = ptrtoint ptr %a to i64
  %to = ptrtoint ptr %b to i64
  %bytes = sub i64 %to, %from
  %fits = icmp eq i64 %bytes, 12
  br i1 %fits, label %fine, label %wrong
wrong:
  call void @__assert_fail(ptr null, ptr null, i32 1, ptr null)
  unreachable
fine:
  ret i32 0
}
declare void @__assert_fail(ptr, ptr, i32, ptr)
