; /* aver: property=unreach-call expect=TRUE */
; Each activation has values of its own.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @reach_error()
define i32 @sum(i32 %n) {
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %end, label %more
more:
  %m = sub i32 %n, 1
  %rest = call i32 @sum(i32 %m)
  %all = add i32 %rest, %n
  ret i32 %all
end:
  ret i32 0
}
define i32 @main() {
  %s = call i32 @sum(i32 6)
  %fine = icmp eq i32 %s, 21
  br i1 %fine, label %good, label %bad
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
