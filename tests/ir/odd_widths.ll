; /* aver: property=unreach-call expect=TRUE */
; Integers of one, seven and sixty-five bits; casts between them.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @reach_error()
declare i7 @__VERIFIER_nondet_i7()
define i32 @main() {
  %a = call i7 @__VERIFIER_nondet_i7()
  %twice = add i7 %a, %a
  %bit = trunc i7 %twice to i1
  %wide = sext i7 %a to i65
  %top = lshr i65 %wide, 64
  %negative = icmp slt i7 %a, 0
  %has = icmp ne i65 %top, 0
  %differ = xor i1 %negative, %has
  %wrong = or i1 %bit, %differ
  br i1 %wrong, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
