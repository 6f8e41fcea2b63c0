//! Making a file smaller as long as it keeps a property (Zeller, Hildebrandt: "Simplifying and isolating failure-inducing
//! input", TSE 2002): pieces are left out, large ones first; lines, then bytes.

/// A file that still has the property. At most `budget` files are tried.
pub fn shrink(bytes: Vec<u8>, mut budget: usize, keeps: &mut dyn FnMut(&[u8]) -> bool) -> Vec<u8> {
    let lines: Vec<Vec<u8>> = bytes
        .split_inclusive(|b| *b == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    let lines = leave_out(lines, &mut budget, &mut |l| keeps(&l.concat()));
    let bytes: Vec<Vec<u8>> = lines.concat().into_iter().map(|b| vec![b]).collect();
    leave_out(bytes, &mut budget, &mut |b| keeps(&b.concat())).concat()
}

fn leave_out(
    mut items: Vec<Vec<u8>>,
    budget: &mut usize,
    keeps: &mut dyn FnMut(&[Vec<u8>]) -> bool,
) -> Vec<Vec<u8>> {
    let mut size = items.len() / 2;
    while size > 0 {
        let mut start = 0;
        while start < items.len() && *budget > 0 {
            let end = (start + size).min(items.len());
            let mut fewer = items[..start].to_vec();
            fewer.extend_from_slice(&items[end..]);
            *budget -= 1;
            if !fewer.is_empty() && keeps(&fewer) {
                items = fewer;
            } else {
                start = end;
            }
        }
        size /= 2;
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_stays() {
        let text = b"one\ntwo\nthree x\nfour\nfive\n".to_vec();
        let small = shrink(text, 1000, &mut |b| b.contains(&b'x'));
        assert_eq!(small, b"x");
    }

    #[test]
    fn the_budget_is_kept() {
        let mut tried = 0;
        let small = shrink(vec![b'a'; 100], 7, &mut |_| {
            tried += 1;
            true
        });
        assert!(tried <= 7 && small.len() < 100);
    }
}
