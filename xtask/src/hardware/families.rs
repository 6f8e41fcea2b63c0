//! Families of hardware-like systems, each with a size; with and without a mistake.

use super::build::{Design, FALSE, TRUE, Word};
use crate::systems::bits::Circuit;

/// A system with its answer.
pub struct Named {
    pub name: String,
    pub circuit: Circuit,
    pub holds: bool,
}

type Family = (&'static str, fn(u32, bool) -> Circuit, &'static [u32]);

const FAMILIES: [Family; 14] = [
    ("wrapping counter", counter, &[6, 10, 13, 14, 15]),
    ("gray counter", gray, &[6, 12, 20]),
    ("token ring", ring, &[8, 24, 60, 100]),
    ("johnson counter", johnson, &[8, 24, 60, 110]),
    ("round-robin arbiter", arbiter, &[4, 8, 12]),
    ("queue counters", queue, &[3, 5, 6, 7]),
    ("queue with data", tracked_queue, &[4, 8, 12, 16, 17, 18]),
    ("shift register", lfsr, &[8, 16, 31]),
    ("twin shift registers", twins, &[16, 48, 96]),
    ("pipelined adder", pipeline, &[4, 8, 9]),
    ("cache coherence", coherence, &[3, 6, 10]),
    ("credits", credits, &[3, 5, 6, 7]),
    ("parity of a shifter", parity, &[8, 12, 13]),
    ("mutual exclusion", tickets, &[3, 4, 5, 6]),
];

/// All systems: each family in each size, right and wrong.
pub fn systems() -> Vec<Named> {
    let mut all = Vec::new();
    for (family, make, sizes) in FAMILIES {
        for size in sizes {
            for holds in [true, false] {
                all.push(Named {
                    name: format!("{family} {size}"),
                    circuit: make(*size, holds),
                    holds,
                });
            }
        }
    }
    all
}

/// Counts to five eighths of its range and begins again. Bad: the highest number; wrong: it does not begin again while an input
/// is true.
fn counter(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(2);
    let n = d.register(width, 0);
    let limit = 5 << (width - 3);
    let at_limit = d.is(&n, limit);
    let wraps = match holds {
        true => at_limit,
        false => d.and(at_limit, inputs[1] ^ 1),
    };
    let more = d.increment(&n, inputs[0]);
    let zero = d.constant(width, 0);
    let next = d.mux(wraps, &zero, &more);
    d.next(&n, &next);
    let top = if holds { (1 << width) - 1 } else { limit + 2 };
    let bad = d.is(&n, top);
    d.bad(bad);
    d.circuit
}

/// A number and its Gray code, each counted on its own. Bad: they differ.
fn gray(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(1);
    let (n, code) = (d.register(width, 0), d.register(width, 0));
    let coded = |d: &mut Design, n: &[u32]| -> Word {
        let mut shifted = n[1..].to_vec();
        shifted.push(FALSE);
        n.iter().zip(shifted).map(|(a, b)| d.xor(*a, b)).collect()
    };
    let more = d.increment(&n, inputs[0]);
    // The code becomes that of its own decoded number, plus one.
    let mut decoded = vec![FALSE; width as usize];
    let mut carry = FALSE;
    for i in (0..width as usize).rev() {
        carry = d.xor(carry, code[i]);
        decoded[i] = carry;
    }
    let more_code = d.increment(&decoded, inputs[0]);
    let mut next_code = coded(&mut d, &more_code);
    if !holds {
        // Wrong once the number reaches 37.
        let late = d.is(&n, 37);
        next_code[0] = d.xor(next_code[0], late);
    }
    d.next(&n, &more);
    d.next(&code, &next_code);
    let expected = coded(&mut d, &n);
    let same = d.equal(&expected, &code);
    d.bad(same ^ 1);
    d.circuit
}

/// A token that moves on when its holder lets it. Bad: there are two; wrong: the last holder may keep a copy.
fn ring(size: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(2);
    let tokens = d.register(size, 1);
    let count = tokens.len();
    let moves = inputs[0];
    let next: Word = (0..count)
        .map(|i| {
            let before = tokens[(i + count - 1) % count];
            let (kept, got) = (d.and(tokens[i], moves ^ 1), d.and(before, moves));
            let mut next = d.or(kept, got);
            if !holds && i == count - 1 {
                let copy = d.and(tokens[i], inputs[1]);
                next = d.or(next, copy);
            }
            next
        })
        .collect();
    d.next(&tokens, &next);
    let bad = d.two(&tokens);
    d.bad(bad);
    d.circuit
}

/// A ring whose last bit is negated: ones follow each other. Bad: a zero between ones at the ends and in the middle.
fn johnson(size: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(2);
    let bits = d.register(size, 0);
    let count = bits.len();
    let mut next: Word = vec![bits[count - 1] ^ 1];
    next.extend(&bits[..count - 1]);
    if !holds {
        // A glitch at the end of the first round.
        let all = d.all(&bits);
        let glitch = d.and(all, inputs[1]);
        next[count / 2] = d.xor(next[count / 2], glitch);
    }
    let next = d.mux(inputs[0], &next, &bits);
    d.next(&bits, &next);
    let changes: Word = (1..count).map(|i| d.xor(bits[i - 1], bits[i])).collect();
    let bad = d.two(&changes);
    d.bad(bad);
    d.circuit
}

/// Grants go round. Bad: two grants, or one that was not asked for; wrong: the last two may be granted together.
fn arbiter(size: u32, holds: bool) -> Circuit {
    let (mut d, requests) = Design::new(size as usize);
    let (turn, grants) = (d.register(size, 1), d.register(size, 0));
    let asked = d.register(size, 0);
    let count = requests.len();
    let mut next: Word = vec![FALSE; count];
    for (first, own_turn) in turn.iter().enumerate() {
        let mut open = *own_turn;
        for step in 0..count {
            let i = (first + step) % count;
            let own = d.and(open, requests[i]);
            next[i] = d.or(next[i], own);
            open = d.and(open, requests[i] ^ 1);
        }
    }
    if !holds {
        let full = d.all(&asked);
        let twice = d.and(full, requests[count - 1]);
        next[count - 1] = d.or(next[count - 1], twice);
    }
    let busy = d.any(&grants);
    let moved: Word = (0..count)
        .map(|i| grants[(i + count - 1) % count])
        .collect();
    let turns = d.mux(busy, &moved, &turn);
    d.next(&turn, &turns);
    d.next(&grants, &next);
    d.next(&asked, &requests);
    let twice = d.two(&grants);
    let unasked: Word = grants
        .iter()
        .zip(&asked)
        .map(|(g, a)| d.and(*g, *a ^ 1))
        .collect();
    let unasked = d.any(&unasked);
    let bad = d.or(twice, unasked);
    d.bad(bad);
    d.circuit
}

/// Head, tail and count of a queue. Bad: the count is not their difference; wrong: a push into a full queue that is popped at the
/// same time is counted twice.
fn queue(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(2);
    let (head, tail) = (d.register(width, 0), d.register(width, 0));
    let count = d.register(width + 1, 0);
    let (full, empty) = (count[width as usize], d.is(&count, 0));
    let (pops, pushes) = (d.and(inputs[0], empty ^ 1), d.and(inputs[1], full ^ 1));
    let next_head = d.increment(&head, pops);
    let next_tail = d.increment(&tail, pushes);
    let more = d.increment(&count, pushes);
    let ones = d.constant(width + 1, u64::MAX);
    let less = d.add(&more, &ones);
    let mut counted = d.mux(pops, &less, &more);
    if !holds {
        let both = d.and(pops, inputs[1]);
        let wrong = d.and(both, full);
        counted = d.mux(wrong, &count, &counted);
    }
    d.next(&head, &next_head);
    d.next(&tail, &next_tail);
    d.next(&count, &counted);
    let difference = d.subtract(&tail, &head);
    let same = d.equal(&difference, &count[..width as usize]);
    d.bad(same ^ 1);
    d.circuit
}

/// A queue of two-bit data in which one element is watched from its push on. Bad: another value is popped in its place.
fn tracked_queue(size: u32, holds: bool) -> Circuit {
    let width = u32::BITS - (size - 1).leading_zeros();
    let (mut d, inputs) = Design::new(5);
    let (pop, push, data, watch) = (inputs[0], inputs[1], &inputs[2..4].to_vec(), inputs[4]);
    let cells: Vec<Word> = (0..size).map(|_| d.register(2, 0)).collect();
    let (head, tail) = (d.register(width, 0), d.register(width, 0));
    let count = d.register(width + 1, 0);
    let watched = d.register(1, 0);
    let (place, value) = (d.register(width, 0), d.register(2, 0));
    let (full, empty) = (d.is(&count, u64::from(size)), d.is(&count, 0));
    let (pops, pushes) = (d.and(pop, empty ^ 1), d.and(push, full ^ 1));
    let mut read = d.constant(2, 0);
    for (i, cell) in cells.iter().enumerate() {
        let (at_tail, at_head) = (d.is(&tail, i as u64), d.is(&head, i as u64));
        let mut writes = d.and(pushes, at_tail);
        if !holds && i + 1 == cells.len() {
            // The last cell is written even if the queue is full.
            writes = d.and(push, at_tail);
        }
        let next = d.mux(writes, data, cell);
        d.next(cell, &next);
        read = d.mux(at_head, cell, &read);
    }
    let around = |d: &mut Design, pointer: &[u32], by: u32| {
        let more = d.increment(pointer, by);
        let last = d.is(pointer, u64::from(size) - 1);
        let wraps = d.and(last, by);
        let zero = d.constant(pointer.len() as u32, 0);
        d.mux(wraps, &zero, &more)
    };
    let (next_head, next_tail) = (around(&mut d, &head, pops), around(&mut d, &tail, pushes));
    d.next(&head, &next_head);
    d.next(&tail, &next_tail);
    let more = d.increment(&count, pushes);
    let ones = d.constant(width + 1, u64::MAX);
    let less = d.add(&more, &ones);
    let counted = d.mux(pops, &less, &more);
    d.next(&count, &counted);
    let starts = d.and(pushes, watch);
    let starts = d.and(starts, watched[0] ^ 1);
    let here = d.equal(&head, &place);
    let leaves = d.and(pops, here);
    let leaves = d.and(leaves, watched[0]);
    let stays = d.and(watched[0], leaves ^ 1);
    let next = d.or(stays, starts);
    d.next(&watched, &[next]);
    let next = d.mux(starts, &tail, &place);
    d.next(&place, &next);
    let next = d.mux(starts, data, &value);
    d.next(&value, &next);
    let same = d.equal(&read, &value);
    let bad = d.and(leaves, same ^ 1);
    d.bad(bad);
    d.circuit
}

/// A linear feedback shift register that may stand still. Bad: zero; wrong: a certain later value.
fn lfsr(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(1);
    let bits = d.register(width, 1);
    let last = bits.len() - 1;
    let feedback = d.xor(bits[last], bits[last / 2]);
    let mut shifted = vec![feedback];
    shifted.extend(&bits[..last]);
    let next = d.mux(inputs[0], &shifted, &bits);
    d.next(&bits, &next);
    // The value after 60 steps.
    let mut value = 1_u64;
    for _ in 0..60 {
        let back = (value >> last ^ value >> (last / 2)) & 1;
        value = (value << 1 | back) & ((1 << width) - 1);
    }
    let bad = d.is(&bits, if holds { 0 } else { value });
    d.bad(bad);
    d.circuit
}

/// Two shift registers with the same input, one of them stored negated. Bad: they differ; wrong: one turns a bit after
/// seven ones.
fn twins(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(2);
    let (a, b) = (d.register(width, 0), d.register(width, u64::MAX));
    // Beyond 64 bits the first values of the second one are ones, too.
    for bit in b.iter().skip(64) {
        d.circuit.set_first(*bit, true);
    }
    let last = a.len() - 1;
    let mix = d.xor(a[last], inputs[0]);
    let mut next_a = vec![mix];
    next_a.extend(&a[..last]);
    let other = d.xor(b[last], inputs[0]);
    let mut next_b = vec![other];
    next_b.extend(&b[..last]);
    if !holds {
        let ones = d.all(&a[..7]);
        next_b[3] = d.or(next_b[3], ones);
    }
    let next_a = d.mux(inputs[1], &next_a, &a);
    let next_b = d.mux(inputs[1], &next_b, &b);
    d.next(&a, &next_a);
    d.next(&b, &next_b);
    let negated: Word = b.iter().map(|bit| bit ^ 1).collect();
    let same = d.equal(&a, &negated);
    d.bad(same ^ 1);
    d.circuit
}

/// An adder in two stages against one in one, a step later. Bad: the results differ; wrong: the carry between the stages is lost
/// when the pipeline stalls.
fn pipeline(half: u32, holds: bool) -> Circuit {
    let width = 2 * half as usize;
    let (mut d, inputs) = Design::new(2 * width + 1);
    let (a, b, runs) = (
        inputs[..width].to_vec(),
        inputs[width..2 * width].to_vec(),
        inputs[2 * width],
    );
    let half = half as usize;
    let (low, carry) = (d.register(half as u32, 0), d.register(1, 0));
    let (high_a, high_b) = (d.register(half as u32, 0), d.register(half as u32, 0));
    let sum = d.register(width as u32, 0);
    let (spec_a, spec_b) = (d.register(width as u32, 0), d.register(width as u32, 0));
    let spec = d.register(width as u32, 0);
    let mut wide_a = a[..half].to_vec();
    let mut wide_b = b[..half].to_vec();
    wide_a.push(FALSE);
    wide_b.push(FALSE);
    let first = d.add(&wide_a, &wide_b);
    let high = d.add_with(&high_a, &high_b, carry[0]);
    let whole: Word = low.iter().chain(&high).copied().collect();
    let stages = [
        (low.clone(), first[..half].to_vec()),
        (high_a, a[half..].to_vec()),
        (high_b, b[half..].to_vec()),
        (sum.clone(), whole),
        (spec_a.clone(), a.clone()),
        (spec_b.clone(), b.clone()),
    ];
    for (register, value) in stages {
        let next = d.mux(runs, &value, &register);
        d.next(&register, &next);
    }
    let kept = if holds { carry[0] } else { FALSE };
    let next = d.mux(runs, &[first[half]], &[kept]);
    d.next(&carry, &next);
    let added = d.add(&spec_a, &spec_b);
    let next = d.mux(runs, &added, &spec);
    d.next(&spec, &next);
    let same = d.equal(&sum, &spec);
    d.bad(same ^ 1);
    d.circuit
}

/// Caches that share a line (modified, shared, invalid). Bad: one is modified and another one is not invalid; wrong: the last one
/// misses an invalidation while the first one shares the line.
fn coherence(size: u32, holds: bool) -> Circuit {
    let count = size as usize;
    let (mut d, inputs) = Design::new(2 * count);
    let (modified, shared) = (d.register(size, 0), d.register(size, 0));
    // The first one that asks is served.
    let mut free = TRUE;
    let (mut reads, mut writes) = (Vec::new(), Vec::new());
    for i in 0..count {
        let write = d.and(free, inputs[i]);
        free = d.and(free, inputs[i] ^ 1);
        let read = d.and(free, inputs[count + i]);
        free = d.and(free, inputs[count + i] ^ 1);
        writes.push(write);
        reads.push(read);
    }
    let (any_read, any_write) = (d.any(&reads), d.any(&writes));
    for i in 0..count {
        let other_write = d.and(any_write, writes[i] ^ 1);
        let other_read = d.and(any_read, reads[i] ^ 1);
        let mut drops = other_write;
        if !holds && i + 1 == count {
            drops = d.and(other_write, shared[0] ^ 1);
        }
        let kept = d.and(modified[i], drops ^ 1);
        let kept = d.and(kept, other_read ^ 1);
        let next = d.or(kept, writes[i]);
        d.next(&[modified[i]], &[next]);
        let downgraded = d.and(modified[i], other_read);
        let all = [shared[i], reads[i], downgraded];
        let next = d.any(&all);
        let own_modified = d.and(modified[i], reads[i]);
        let next = d.and(next, drops ^ 1);
        let next = d.and(next, writes[i] ^ 1);
        let next = d.and(next, own_modified ^ 1);
        d.next(&[shared[i]], &[next]);
    }
    let valid: Word = (0..count).map(|i| d.or(modified[i], shared[i])).collect();
    let two = d.two(&valid);
    let one = d.any(&modified);
    let bad = d.and(two, one);
    d.bad(bad);
    d.circuit
}

/// Credits of a sender, messages on the way, and credits on the way back. Bad: their sum is not what it was; wrong: a credit is lost
/// when it comes back while one of two messages arrives.
fn credits(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(3);
    let most = (1 << width) - 1;
    let own = d.register(width, most);
    let (sent, back) = (d.register(width, 0), d.register(width, 0));
    let has = |d: &mut Design, word: &[u32]| d.any(word);
    let (a, b, c) = (has(&mut d, &own), has(&mut d, &sent), has(&mut d, &back));
    let (sends, takes, returns) = (
        d.and(inputs[0], a),
        d.and(inputs[1], b),
        d.and(inputs[2], c),
    );
    let ones = d.constant(width, u64::MAX);
    let moved = |d: &mut Design, word: &[u32], into: u32, out: u32| {
        let more = d.increment(word, into);
        let less = d.add(&more, &ones);
        d.mux(out, &less, &more)
    };
    let mut returned = returns;
    if !holds {
        let some = d.is(&sent, 2);
        let lost = d.and(some, takes);
        returned = d.and(returned, lost ^ 1);
    }
    let next = moved(&mut d, &own, returned, sends);
    d.next(&own, &next);
    let next = moved(&mut d, &sent, sends, takes);
    d.next(&sent, &next);
    let next = moved(&mut d, &back, takes, returns);
    d.next(&back, &next);
    let sum = d.add(&own, &sent);
    let sum = d.add(&sum, &back);
    let right = d.is(&sum, most);
    d.bad(right ^ 1);
    d.circuit
}

/// A shift register and the parity of its bits, kept up to date by what comes in and goes out. Bad: it is not the parity.
fn parity(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(2);
    let (bits, kept) = (d.register(width, 0), d.register(1, 0));
    let last = bits.len() - 1;
    let mut shifted = vec![inputs[0]];
    shifted.extend(&bits[..last]);
    let next = d.mux(inputs[1], &shifted, &bits);
    let change = d.xor(inputs[0], bits[last]);
    let mut changes = d.and(change, inputs[1]);
    if !holds {
        let ones = d.all(&bits);
        changes = d.or(changes, ones);
    }
    d.next(&bits, &next);
    let parity = d.xor(kept[0], changes);
    d.next(&kept, &[parity]);
    let actual = bits.iter().fold(FALSE, |all, bit| d.xor(all, *bit));
    let bad = d.xor(actual, kept[0]);
    d.bad(bad);
    d.circuit
}

/// Two processes with tickets of some bits, which wrap around. Bad: both are inside; wrong: the second one
/// draws a ticket and leaves it to be drawn again.
fn tickets(width: u32, holds: bool) -> Circuit {
    let (mut d, inputs) = Design::new(2);
    let (next_ticket, serving) = (d.register(width, 0), d.register(width, 0));
    let own = [d.register(width, 0), d.register(width, 0)];
    let places = [d.register(2, 0), d.register(2, 0)];
    let turn = inputs[0];
    let mut ticket = next_ticket.clone();
    let mut serves = serving.clone();
    for i in 0..2 {
        let runs = if i == 0 { turn } else { turn ^ 1 };
        let here = [0, 1, 2].map(|place| d.is(&places[i], place));
        let takes = d.and(runs, here[0]);
        let takes = d.and(takes, inputs[1]);
        let mine = d.equal(&own[i], &serving);
        let enters = d.and(runs, here[1]);
        let enters = d.and(enters, mine);
        let leaves = d.and(runs, here[2]);
        let grown = d.increment(
            &next_ticket,
            if holds || i == 0 { TRUE } else { here[0] ^ 1 },
        );
        ticket = d.mux(takes, &grown, &ticket);
        let served = d.increment(&serving, TRUE);
        serves = d.mux(leaves, &served, &serves);
        let drawn = d.mux(takes, &next_ticket, &own[i]);
        d.next(&own[i], &drawn);
        let (waiting, inside, out) = (d.constant(2, 1), d.constant(2, 2), d.constant(2, 0));
        let place = d.mux(takes, &waiting, &places[i]);
        let place = d.mux(enters, &inside, &place);
        let place = d.mux(leaves, &out, &place);
        d.next(&places[i], &place);
    }
    d.next(&next_ticket, &ticket);
    d.next(&serving, &serves);
    let both = [d.is(&places[0], 2), d.is(&places[1], 2)];
    let bad = d.and(both[0], both[1]);
    d.bad(bad);
    d.circuit
}
