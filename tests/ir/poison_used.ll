; /* aver: property=no-overflow expect=FALSE at=0 args="--function returned" */
; /* aver: property=no-overflow expect=FALSE at=0 args="--function branched" */
; /* aver: property=no-overflow expect=FALSE at=0 args="--function passed" */
; /* aver: property=no-overflow expect=FALSE at=0 args="--function divided" */
; /* aver: property=no-overflow expect=FALSE at=0 args="--function selected" */
; /* aver: property=no-overflow expect=FALSE at=0 args="--function by_phi" */
; /* aver: property=no-overflow expect=FALSE at=0 args="--function by_variable" */
; /* aver: property=no-overflow expect=TRUE args="--function overwritten" */
; /* aver: property=no-shift-error expect=FALSE at=0 args="--function shifted" */
; /* aver: property=valid-deref expect=FALSE at=0 args="--function accessed --args nonnull" */
; /* aver: property=unreachable-code expect=FALSE at=0 args="--function exact" */
; /* aver: property=unreachable-code expect=FALSE at=0 args="--function not_negative" */
; /* aver: property=unreachable-code expect=FALSE at=0 args="--function disjoint" */
; /* aver: property=unreachable-code expect=FALSE at=0 args="--function zeros" */
; /* aver: property=no-overflow expect=UNKNOWN reason="without `noundef`" args="--function passed_on" */
; /* aver: property=no-overflow expect=UNKNOWN reason="in memory" args="--function stored" */
; Poison is undefined behaviour where it decides a branch, is an address or a divisor, or must not be undefined.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@g = global i32 0
declare i32 @llvm.ctlz.i32(i32, i1)
define i32 @wants(i32 noundef %x) {
  ret i32 0
}
define i32 @takes(i32 %x) {
  ret i32 0
}
define noundef i32 @returned(i32 %a) {
  %b = add nsw i32 %a, 1
  ret i32 %b
}
define i32 @branched(i32 %a) {
  %b = sub nsw i32 %a, 1
  %c = icmp slt i32 %b, 5
  br i1 %c, label %end, label %end
end:
  ret i32 0
}
define i32 @passed(i32 %a) {
  %b = mul nsw i32 %a, 3
  %r = call i32 @wants(i32 noundef %b)
  ret i32 0
}
define i32 @passed_on(i32 %a) {
  %b = mul nsw i32 %a, 3
  %r = call i32 @takes(i32 %b)
  ret i32 0
}
define i32 @divided(i32 %a) {
  %b = add nsw i32 %a, 1
  %odd = or i32 %b, 1
  %c = udiv i32 7, %odd
  ret i32 0
}
define noundef i32 @selected(i32 %a, i1 %which) {
  %b = add nsw i32 %a, 1
  %c = select i1 %which, i32 %b, i32 0
  ret i32 %c
}
define noundef i32 @by_phi(i32 %a, i1 %which) {
start:
  %b = add nsw i32 %a, 1
  br i1 %which, label %one, label %two
one:
  br label %two
two:
  %c = phi i32 [ %b, %one ], [ 0, %start ]
  ret i32 %c
}
define noundef i32 @by_variable(i32 %a) {
  %x = alloca i32
  %b = add nsw i32 %a, 1
  store i32 %b, ptr %x
  %c = load i32, ptr %x
  ret i32 %c
}
define noundef i32 @overwritten(i32 %a) {
  %x = alloca i32
  %b = add nsw i32 %a, 1
  store i32 %b, ptr %x
  store i32 0, ptr %x
  %c = load i32, ptr %x
  ret i32 %c
}
define i32 @stored(i32 %a) {
  %b = add nsw i32 %a, 1
  store i32 %b, ptr @g
  ret i32 0
}
define noundef i32 @shifted(i32 %a, i32 %n) {
  %b = lshr i32 %a, %n
  ret i32 %b
}
define i32 @accessed(ptr %p, i32 %n) {
  %wide = sext i32 %n to i64
  %q = getelementptr inbounds i8, ptr %p, i64 %wide
  %x = load i8, ptr %q
  ret i32 0
}
define noundef i32 @exact(i32 %a) {
  %b = lshr exact i32 %a, 1
  ret i32 %b
}
define noundef i64 @not_negative(i32 %a) {
  %b = zext nneg i32 %a to i64
  ret i64 %b
}
define noundef i32 @disjoint(i32 %a, i32 %b) {
  %c = or disjoint i32 %a, %b
  ret i32 %c
}
define noundef i32 @zeros(i32 %a) {
  %b = call i32 @llvm.ctlz.i32(i32 %a, i1 true)
  ret i32 %b
}
