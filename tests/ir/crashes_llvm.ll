; /* aver: property=unreach-call expect=REJECTED reason="LLVM" */
; LLVM ends its process when it upgrades the debug information of a module that is invalid. Users are told so.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
define i32 @main() !dbg !4 {
  resume i32 1, !dbg !5
}
!llvm.module.flags = !{!0}
!0 = !{i32 2, !"Debug Info Version", i32 3}
!1 = !DIFile(filename: "t.c", directory: ".")
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1)
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !3, spFlags: DISPFlagDefinition, unit: !2)
!5 = !DILocation(line: 1, scope: !4)
