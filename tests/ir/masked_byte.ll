; /* aver: property=no-uninitialised expect=FALSE at=0 */
; A byte of its own is no part of a bit-field.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %c = alloca i8
  %v = load i8, ptr %c
  %low = and i8 %v, 7
  %r = zext i8 %low to i32
  ret i32 %r
}
