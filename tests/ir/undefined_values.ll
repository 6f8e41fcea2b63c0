; /* aver: property=unreach-call expect=FALSE at=0 */
; An undefined value may be anything, and stays what it is once it is frozen.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @reach_error()
define i32 @main() {
  %u = freeze i32 undef
  %same = icmp eq i32 %u, %u
  %seven = icmp eq i32 %u, 7
  %both = and i1 %same, %seven
  br i1 %both, label %bad, label %good
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
