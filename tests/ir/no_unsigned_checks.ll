; /* aver: property=no-unsigned-overflow expect=UNKNOWN reason="no-unsigned-overflow: the LLVM module has no checks" args="--function plain" */
; /* aver: property=no-unsigned-overflow expect=FALSE at=0 args="--function flagged" */
; /* aver: property=no-unsigned-overflow expect=TRUE args="--function guarded" */
; /* aver: property=no-overflow expect=UNKNOWN reason="none has the flag" args="--function plain" */
; An operation without flags may be signed or not; the flag `nuw` says that it must not wrap around.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define noundef i32 @plain(i32 %a) {
  %b = add i32 %a, 1
  ret i32 %b
}
define noundef i32 @flagged(i32 %a) {
  %b = add nuw i32 %a, 1
  ret i32 %b
}
define noundef i32 @guarded(i32 %a) {
  %big = icmp eq i32 %a, -1
  br i1 %big, label %end, label %add
add:
  %b = add nuw i32 %a, 1
  ret i32 %b
end:
  ret i32 0
}
