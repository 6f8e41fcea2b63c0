; /* aver: property=array-bounds expect=FALSE at=0 */
; /* aver: property=valid-deref expect=FALSE at=0 */
; /* aver: property=array-bounds,valid-deref expect=TRUE args="--function inside" */
; A call writes its result, a struct, directly into the element behind the end of an array inside of a struct.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%outer = type { [3 x %big], [2 x %big] }
%big = type { [5 x i64] }

@o = global %outer zeroinitializer, align 8
@file = private constant [4 x i8] c"t.c\00"
@array = private constant { i16, i16, [9 x i8] } { i16 -1, i16 0, [9 x i8] c"'big[3]'\00" }
@index = private constant { i16, i16, [6 x i8] } { i16 0, i16 13, [6 x i8] c"'int'\00" }
@check = private global { { ptr, i32, i32 }, ptr, ptr } { { ptr, i32, i32 } { ptr @file, i32 0, i32 0 }, ptr @array, ptr @index }

define void @f(ptr sret(%big) align 8 %result) {
  store i64 1, ptr %result, align 8
  ret void
}

define void @write(i64 %n) {
  %inside = icmp ule i64 %n, 3, !nosanitize !0
  br i1 %inside, label %cont, label %handler, !nosanitize !0

handler:
  call void @__ubsan_handle_out_of_bounds(ptr @check, i64 %n), !nosanitize !0
  br label %cont, !nosanitize !0

cont:
  %element = getelementptr inbounds [3 x %big], ptr @o, i64 0, i64 %n
  call void @f(ptr sret(%big) align 8 %element)
  ret void
}

define void @inside() {
  call void @write(i64 2)
  ret void
}

define i32 @main() {
  call void @write(i64 3)
  ret i32 0
}

declare void @__ubsan_handle_out_of_bounds(ptr, i64)

!0 = !{}
