; /* aver: property=no-overflow expect=TRUE args="--function counted" */
; /* aver: property=no-overflow expect=FALSE at=0 args="--function summed" */
; Shadows go round with what they belong to.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare i32 @__VERIFIER_nondet_int()
define noundef i32 @counted() {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %next, %loop ]
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, 10
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}
define noundef i32 @summed() {
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %next, %loop ]
  %sum = phi i32 [ 0, %start ], [ %new, %loop ]
  %x = call i32 @__VERIFIER_nondet_int()
  %new = add nsw i32 %sum, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, 3
  br i1 %more, label %loop, label %end
end:
  ret i32 %new
}
