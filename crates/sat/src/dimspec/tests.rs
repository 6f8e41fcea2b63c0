//! Reading what was written, and broken files.

use super::*;

#[test]
fn a_toggle_there_and_back() {
    let mut circuit = Sequential::default();
    let toggle = circuit.add_latch(Some(false));
    let go = circuit.add_input();
    circuit.latches[0].next = circuit.aig.xor(toggle, go);
    circuit.bad = vec![toggle];
    let mut file = Vec::new();
    write(&circuit, &mut file).expect("a vector takes all");
    let again = read(&file).expect("it was just written");
    let n = again.inputs.len();
    // The states: the constant, the latch, the input, and the ANDs, which follow.
    let text = String::from_utf8(file).expect("text");
    assert!(text.starts_with(&format!("i cnf {n} 1\n-2 0\n")), "{text}");
    let state = |toggle: bool, go: bool| -> Vec<bool> {
        let step = circuit.step(&[toggle], &[go]);
        let mut state = vec![true, toggle, go];
        let ands = (1..circuit.aig.len()).filter(|node| circuit.aig.operands(*node).is_some());
        state.extend(ands.map(|node| step.value(Edge::to(node))));
        state
    };
    let run = |states: Vec<Vec<bool>>| CircuitRun {
        first: [vec![false, true], vec![false; n]].concat(),
        inputs: states,
    };
    let free = vec![false; n];
    let right = run(vec![state(false, true), state(true, false), free.clone()]);
    assert_eq!(again.judge(&right), Some(0));
    let wrong = run(vec![state(false, false), state(true, false), free.clone()]);
    assert_eq!(again.judge(&wrong), None);
    let not_first = run(vec![state(true, false), free]);
    assert_eq!(again.judge(&not_first), None);
    let mut solution = Vec::new();
    write_run(&again, &right, &mut solution).expect("a vector takes all");
    let solution = String::from_utf8(solution).expect("text");
    assert!(
        solution.starts_with(&format!("solution {n} 2\n1 -2 3 ")),
        "{solution}"
    );
}

/// A goal in a state without a successor.
#[test]
fn the_last_state_needs_no_successor() {
    let file = "c one variable\ni cnf 1 1\n1 0\nu cnf 1 0\ng cnf 1 1\n1 0\nt cnf 2 1\n0\n";
    let circuit = read(file.as_bytes()).expect("it is right");
    let run = CircuitRun {
        first: vec![false, true, false],
        inputs: vec![vec![true], vec![false]],
    };
    assert_eq!(circuit.judge(&run), Some(0));
}

#[test]
fn broken_files() {
    for (file, message) in [
        ("", "line 1: there is no section `i`"),
        (
            "1 2 0\n",
            "line 1: a file begins with `i cnf VARIABLES CLAUSES`, or another section",
        ),
        (
            "i cnf 1\n",
            "line 1: a section begins with `i cnf VARIABLES CLAUSES`",
        ),
        (
            "i cnf 1 1\n2 0\n",
            "line 2: `2` is no literal of this section",
        ),
        (
            "i cnf 1 1\n1 0 1 0\n",
            "line 2: the section has more clauses than it says",
        ),
        (
            "i cnf 1 2\n1 0\nu cnf 1 0\n",
            "line 3: the section before has fewer clauses than it says",
        ),
        (
            "i cnf 1 1\n1 0\nu cnf 2 0\n",
            "line 3: the sections are about different numbers of variables",
        ),
        (
            "i cnf 1 0\ni cnf 1 0\n",
            "line 2: there are two sections `i`",
        ),
        ("t cnf 3 0\n", "line 1: there cannot be 3 variables"),
        ("i cnf 1 1\n1\n", "line 3: the file ends in a section"),
    ] {
        match read(file.as_bytes()) {
            Err(broken) => assert_eq!(broken.to_string(), message, "{file:?}"),
            Ok(_) => panic!("{file:?} was read"),
        }
    }
}
