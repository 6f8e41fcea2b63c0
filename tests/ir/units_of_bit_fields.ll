; /* aver: property=no-uninitialised expect=UNKNOWN reason="around a bit-field" */
; Writing a bit-field reads the bits around it; a module does not tell that from `x & 7` of a byte.
source_filename = "bits.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.flags = type { i8, [3 x i8] }

define dso_local i32 @main() {
  %1 = alloca i32, align 4
  %2 = alloca %struct.flags, align 4
  store i32 0, ptr %1, align 4
  %3 = load i8, ptr %2, align 4
  %4 = and i8 %3, -8
  %5 = or i8 %4, 1
  store i8 %5, ptr %2, align 4
  %6 = load i8, ptr %2, align 4
  %7 = and i8 %6, 7
  %8 = or i8 %7, 16
  store i8 %8, ptr %2, align 4
  %9 = load i8, ptr %2, align 4
  %10 = and i8 %9, 7
  %11 = zext i8 %10 to i32
  %12 = load i8, ptr %2, align 4
  %13 = lshr i8 %12, 3
  %14 = zext i8 %13 to i32
  %15 = add nsw i32 %11, %14
  ret i32 %15
}

!llvm.module.flags = !{!0, !1, !2, !3, !4}
!llvm.ident = !{!5}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !{i32 7, !"frame-pointer", i32 2}
!5 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
