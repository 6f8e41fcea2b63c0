; satisfiable iff a run violates a check, with bound 2
(set-logic QF_ABV)
(declare-const call@5 (_ BitVec 32))
(declare-const call1@7 (_ BitVec 32))
(assert (and (not (= #x00000000 call1@7)) (not (or (not (= #x80000000 call@5)) (not (= #xffffffff call1@7))))))
(check-sat)
