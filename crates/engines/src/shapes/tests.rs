//! Lists as programs in text form.

use crate::tests::answer;
use crate::{Answers, Common};
use evidence::Verdict;

/// Pushes nodes onto a list, and frees them. Each is 16 bytes long, or shorter.
fn program(size: u32) -> String {
    format!(
        "program LP64 pointers 64 offset 28
file \"t.c\"
site s0 unsupported ends \"too large\" in \"f\" @1:0
site s1 assert ends \"invalid write\" in \"f\" @2:0
site s2 assert ends \"invalid read\" in \"f\" @3:0
site s3 assert ends \"invalid free\" in \"f\" @4:0
site s4 assert \"lost\" in \"f\" @5:0
site s5 assert \"left\" in \"f\" @5:0
entry f

fn f() @1:0
  var p: 64
  var n: 64
  var c: 32
b0:
  p := #x0000000000000000 @1:0
  goto b1 @1:0
b1:
  c := havoc nondet \"c\" @1:0
  branch (not (= c #x00000000)) b2 b3 @1:0
b2:
  n := alloc #x{size:016x} s0 heap align 16 @1:0
  store (bvadd n #x0000000000000008) p s1 @2:0
  p := n @2:0
  goto b1 @2:0
b3:
  branch (= p #x0000000000000000) b5 b4 @3:0
b4:
  n := load (bvadd p #x0000000000000008) s2 @3:0
  free p s3 @4:0
  p := n @4:0
  goto b3 @4:0
b5:
  leaks s4 s5 @5:0
  return @5:0
"
    )
}

fn ask(size: u32) -> Answers {
    let (_, answers) = answer(&program(size), "--engine shapes", Common::default());
    answers
}

#[test]
fn a_list_is_freed() {
    let answers = ask(16);
    assert_eq!(answers.sites.len(), 6);
    for (site, verdict) in answers.sites {
        let Verdict::True(certificate) = verdict else {
            panic!("{site}: {verdict:?}");
        };
        let shapes = certificate.shapes().expect("symbolic heaps are the proof");
        assert_eq!((shapes.places(), shapes.count()), (2, 4));
        assert!(shapes.text().contains("one or more"), "{}", shapes.text());
        assert!(shapes.dot().starts_with("digraph"));
    }
}

/// Unrolling shows what symbolic heaps leave open.
#[test]
fn nodes_that_are_too_short() {
    let answers = ask(15);
    let failing = answers.sites.iter();
    let failing = failing.filter(|(_, verdict)| matches!(verdict, Verdict::False(_)));
    assert_eq!(failing.count(), 1);
}
