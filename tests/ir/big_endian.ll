; /* aver: property=unreach-call expect=REJECTED reason="big-endian" */
; A module for a big-endian machine cannot be read as one for x86.
target datalayout = "E-m:e-i64:64-n32:64-S128"
define i32 @main() {
  ret i32 0
}
