; /* aver: property=no-overflow expect=TRUE args="--function discarded" */
; /* aver: property=no-overflow expect=TRUE args="--function frozen" */
; /* aver: property=no-overflow expect=TRUE args="--function selected" */
; /* aver: property=no-shift-error,unreach-call expect=TRUE args="--function shifted" */
; /* aver: property=unreach-call expect=FALSE at=0 args="--function frozen_value" */
; Poison that nothing uses in an undefined way is no violation.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @reach_error()
define noundef i32 @discarded(i32 %a) {
  %b = add nsw i32 %a, 1
  ret i32 0
}
define noundef i32 @frozen(i32 %a) {
  %b = add nsw i32 %a, 1
  %c = freeze i32 %b
  ret i32 %c
}
define noundef i32 @selected(i32 %a) {
  %b = add nsw i32 %a, 1
  %big = icmp eq i32 %a, 2147483647
  %c = select i1 %big, i32 0, i32 %b
  ret i32 %c
}
define noundef i32 @shifted(i32 %a, i32 %n) {
  %b = lshr i32 %a, %n
  %small = icmp ult i32 %n, 32
  %c = select i1 %small, i32 %b, i32 0
  ret i32 %c
}
; What freeze makes of poison is any value, and not what the wrapped operation gives.
define void @frozen_value() {
  %b = shl i32 1, 40
  %c = freeze i32 %b
  %is = icmp eq i32 %c, 7
  br i1 %is, label %error, label %end
error:
  call void @reach_error()
  br label %end
end:
  ret void
}
