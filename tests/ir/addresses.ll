; /* aver: property=unreach-call,valid-deref expect=TRUE */
; /* aver: property=valid-deref expect=TRUE */
; Addresses of elements of elements, forwards and backwards, in one step.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%pair = type { i16, [3 x i32] }
@table = global [2 x %pair] [%pair { i16 1, [3 x i32] [i32 2, i32 3, i32 4] }, %pair { i16 5, [3 x i32] [i32 6, i32 7, i32 8] }]
declare void @reach_error()
define i32 @main() {
  %last = getelementptr inbounds [2 x %pair], ptr @table, i64 0, i64 1, i32 1, i64 2
  %back = getelementptr inbounds i32, ptr %last, i64 -1
  %v = load i32, ptr %back
  %w = load i32, ptr getelementptr inbounds (%pair, ptr @table, i64 0, i32 1, i64 2)
  %sum = add i32 %v, %w
  %fine = icmp eq i32 %sum, 11
  br i1 %fine, label %good, label %bad
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
