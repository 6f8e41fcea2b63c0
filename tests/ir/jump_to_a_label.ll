; /* aver: property=unreach-call,valid-deref expect=TRUE */
; An indirect branch goes to the label whose address it is given.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @reach_error()
define i32 @main() {
entry:
  %slot = alloca ptr
  store ptr blockaddress(@main, %second), ptr %slot
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %first, label %second]
first:
  call void @reach_error()
  unreachable
second:
  ret i32 0
}
