; satisfiable iff a run violates a check, with bound 2
(set-logic QF_ABV)
(declare-const call@4 (_ BitVec 1))
(declare-const call1@6 (_ BitVec 1))
(define-fun t$146 () Bool (= #b1 call@4))
(assert (or (not (= (ite t$146 call1@6 #b0) (bvand call@4 call1@6))) (not (= (ite t$146 #b1 call1@6) (bvor call@4 call1@6)))))
(check-sat)
