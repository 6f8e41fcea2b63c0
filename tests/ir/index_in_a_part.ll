; /* aver: property=valid-deref expect=TRUE args="--function inside" */
; /* aver: property=valid-deref expect=UNKNOWN reason="an index outside of an array that is a part of its object" args="--function outside" */
; An index that leaves an array, but not the object, is no valid access in C.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
%record = type { [4 x i32], i32 }
@r = global %record zeroinitializer
define i32 @inside(i64 %i) {
  %small = icmp ult i64 %i, 4
  br i1 %small, label %read, label %end
read:
  %p = getelementptr inbounds %record, ptr @r, i64 0, i32 0, i64 %i
  %x = load i32, ptr %p
  br label %end
end:
  ret i32 0
}
define i32 @outside(i64 %i) {
  %small = icmp ule i64 %i, 4
  br i1 %small, label %read, label %end
read:
  %p = getelementptr inbounds %record, ptr @r, i64 0, i32 0, i64 %i
  %x = load i32, ptr %p
  br label %end
end:
  ret i32 0
}
