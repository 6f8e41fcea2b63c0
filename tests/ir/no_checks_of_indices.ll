; /* aver: property=array-bounds expect=UNKNOWN reason="array-bounds: the LLVM module has no checks of indices" */
; /* aver: property=valid-deref expect=TRUE */
; Only what Aver compiles from C has checks of every index.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
@a = global [4 x i32] zeroinitializer
declare i32 @__VERIFIER_nondet_int()
define i32 @main() {
  %i = call i32 @__VERIFIER_nondet_int()
  %inside = icmp ult i32 %i, 4
  br i1 %inside, label %read, label %end
read:
  %wide = zext i32 %i to i64
  %p = getelementptr inbounds [4 x i32], ptr @a, i64 0, i64 %wide
  %x = load i32, ptr %p
  br label %end
end:
  ret i32 0
}
