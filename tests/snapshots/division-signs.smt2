; satisfiable iff a run violates a check, with bound 2
(set-logic QF_ABV)
(assert false)
(check-sat)
