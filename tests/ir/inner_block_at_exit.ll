; /* aver: property=valid-memtrack expect=UNKNOWN reason="variables of inner blocks" */
; /* aver: property=valid-memcleanup expect=FALSE at=6 */
; Without lifetime markers, nothing tells that the variable of the inner block is gone when the program ends.
source_filename = "scope.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define dso_local i32 @main() !dbg !10 {
  call void @allocate(), !dbg !14
  ret i32 0, !dbg !15
}

define internal void @allocate() !dbg !16 {
  %1 = alloca ptr, align 8
    #dbg_declare(ptr %1, !20, !DIExpression(), !23)
  %2 = call noalias ptr @malloc(i64 noundef 4), !dbg !24
  store ptr %2, ptr %1, align 8, !dbg !23
  %3 = load ptr, ptr %1, align 8, !dbg !25
  store i32 2, ptr %3, align 4, !dbg !26
  call void @exit(i32 noundef 0), !dbg !27
  unreachable, !dbg !27
}

declare noalias ptr @malloc(i64 noundef)

declare void @exit(i32 noundef)

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2, !3, !4, !5, !6, !7, !8}
!llvm.ident = !{!9}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "Debian clang version 19.1.7 (3~deb12u1)", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, splitDebugInlining: false, nameTableKind: None)
!1 = !DIFile(filename: "scope.c", directory: ".")
!2 = !{i32 7, !"Dwarf Version", i32 5}
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = !{i32 1, !"wchar_size", i32 4}
!5 = !{i32 8, !"PIC Level", i32 2}
!6 = !{i32 7, !"PIE Level", i32 2}
!7 = !{i32 7, !"uwtable", i32 2}
!8 = !{i32 7, !"frame-pointer", i32 2}
!9 = !{!"Debian clang version 19.1.7 (3~deb12u1)"}
!10 = distinct !DISubprogram(name: "main", scope: !1, file: !1, line: 12, type: !11, scopeLine: 12, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition, unit: !0)
!11 = !DISubroutineType(types: !12)
!12 = !{!13}
!13 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!14 = !DILocation(line: 12, column: 18, scope: !10)
!15 = !DILocation(line: 12, column: 30, scope: !10)
!16 = distinct !DISubprogram(name: "allocate", scope: !1, file: !1, line: 4, type: !17, scopeLine: 4, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !0, retainedNodes: !19)
!17 = !DISubroutineType(types: !18)
!18 = !{null}
!19 = !{}
!20 = !DILocalVariable(name: "inner", scope: !21, file: !1, line: 6, type: !22)
!21 = distinct !DILexicalBlock(scope: !16, file: !1, line: 5, column: 3)
!22 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!23 = !DILocation(line: 6, column: 10, scope: !21)
!24 = !DILocation(line: 6, column: 18, scope: !21)
!25 = !DILocation(line: 7, column: 6, scope: !21)
!26 = !DILocation(line: 7, column: 12, scope: !21)
!27 = !DILocation(line: 9, column: 3, scope: !16)
