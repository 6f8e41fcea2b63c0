; satisfiable iff a run violates a check, with bound 2
; cut off: loop at tests/control/goto_loop.c:14
(set-logic QF_ABV)
(assert false)
(check-sat)
