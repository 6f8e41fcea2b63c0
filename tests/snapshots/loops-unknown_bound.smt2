; satisfiable iff a run violates a check, with bound 2
; cut off: loop at tests/loops/unknown_bound.c:15
(set-logic QF_ABV)
(declare-const call@4 (_ BitVec 32))
(define-fun t$84 () Bool (bvslt call@4 #x00000001))
(define-fun t$89 () Bool (bvslt call@4 #x00000002))
(assert (and (and (and (bvslt #xffffffff call@4) (bvslt call@4 #x0000000b)) (or t$84 (or t$89 (= #x00000002 call@4)))) (not (= (ite t$84 #x00000000 (ite t$89 #x00000001 #x00000004)) (bvmul call@4 call@4)))))
(check-sat)
