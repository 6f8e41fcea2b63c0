; /* aver: property=unreach-call expect=TRUE */
; Values at the head of a loop are taken all at once.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
declare void @reach_error()
define i32 @main() {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %head ]
  %a = phi i32 [ 1, %entry ], [ %b, %head ]
  %b = phi i32 [ 2, %entry ], [ %a, %head ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %head, label %end
end:
  %first = icmp eq i32 %a, 2
  %second = icmp eq i32 %b, 1
  %fine = and i1 %first, %second
  br i1 %fine, label %good, label %bad
bad:
  call void @reach_error()
  unreachable
good:
  ret i32 0
}
