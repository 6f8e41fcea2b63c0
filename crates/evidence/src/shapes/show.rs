//! Proved heaps as text, and as graphs for DOT.

use super::ProvedShapes;
use super::heap::{Background, Cell, Heap, Kind, Node, Object, Region, Segment, Spot, Val};
use program::{Program, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt::Write;
use term::{Op, Term, TermPool};

/// Names for what a program has by number.
pub(super) struct Labels {
    places: BTreeMap<Vec<Spot>, String>,
    vars: FxHashMap<VarId, String>,
    statics: Vec<(u64, String)>,
}

impl Labels {
    pub fn new<'a>(program: &Program, spots: impl Iterator<Item = &'a Vec<Spot>>) -> Labels {
        let mut labels = Labels {
            places: BTreeMap::new(),
            vars: FxHashMap::default(),
            statics: Vec::new(),
        };
        for spots in spots {
            let mut text = String::new();
            for (depth, spot) in spots.iter().enumerate().skip(usize::from(spots.len() > 1)) {
                let function = program.function(spot.function);
                let block = &function.blocks[spot.block.index()];
                let is_caller = depth + 1 < spots.len();
                let index = spot.next.saturating_sub(usize::from(is_caller));
                let place = block.insts.get(index).map_or(block.place, |i| i.place);
                let place = program.show_place(place);
                let arrow = if text.is_empty() { "" } else { " -> " };
                let _ = write!(text, "{arrow}{} ({place})", function.name);
                for var in &function.vars {
                    let about = program.var(*var);
                    let name = about.source.as_ref().map_or(&about.name, |s| &s.name);
                    labels.vars.insert(*var, name.clone());
                }
            }
            labels.places.insert(spots.clone(), text);
        }
        for (index, object) in program.statics.iter().enumerate() {
            labels
                .statics
                .push((program.static_address(index), object.name.clone()));
        }
        labels
    }
}

/// Writes one heap.
struct Writer<'a> {
    pool: &'a TermPool,
    labels: &'a Labels,
    /// Short names of symbols, by their first occurrence.
    symbols: FxHashMap<Term, String>,
    nodes: FxHashMap<Node, String>,
}

/// One heap as text, for logs.
pub fn describe(pool: &TermPool, program: &Program, heap: &Heap) -> String {
    let spots = heap.spots();
    let labels = Labels::new(program, std::iter::once(&spots));
    let writer = &mut Writer {
        pool,
        labels: &labels,
        symbols: FxHashMap::default(),
        nodes: FxHashMap::default(),
    };
    let mut out = format!("at {}\n", labels.places[&spots]);
    writer.heap(heap, &mut out);
    out
}

impl ProvedShapes {
    /// The heaps of all loop heads as text.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (spots, heaps) in &self.heaps {
            let place = &self.labels.places[spots];
            let _ = writeln!(out, "at {place}");
            for (number, heap) in heaps.iter().enumerate() {
                let _ = writeln!(out, "  heap {}", number + 1);
                self.writer().heap(heap, &mut out);
            }
        }
        out
    }

    /// The same as a graph in the language of DOT.
    pub fn dot(&self) -> String {
        let mut out = String::from("digraph heaps {\n  rankdir=LR; node [shape=record];\n");
        let mut count = 0;
        for (spots, heaps) in &self.heaps {
            let place = &self.labels.places[spots];
            for (number, heap) in heaps.iter().enumerate() {
                count += 1;
                let label = format!("{place}, heap {}", number + 1);
                let _ = writeln!(out, "  subgraph cluster_{count} {{\n    label={label:?};");
                self.writer().graph(heap, count, &mut out);
                out.push_str("  }\n");
            }
        }
        out.push_str("}\n");
        out
    }

    fn writer(&self) -> Writer<'_> {
        Writer {
            pool: &self.pool,
            labels: &self.labels,
            symbols: FxHashMap::default(),
            nodes: FxHashMap::default(),
        }
    }
}

impl Writer<'_> {
    fn node(&mut self, node: Node) -> String {
        if let Some((_, name)) = self.labels.statics.get(node.0 as usize) {
            return name.clone();
        }
        let count = self.nodes.len() + 1;
        let name = self.nodes.entry(node);
        name.or_insert_with(|| format!("#{count}")).clone()
    }

    fn term(&mut self, term: Term) -> String {
        if let Some(value) = self.pool.as_const(term) {
            let number = value.to_u64();
            let known = self.labels.statics.iter();
            let mut known = known.filter(|(address, _)| Some(*address) == number);
            if let Some((_, name)) = known.next() {
                return format!("&{name}");
            }
            return value.to_signed().to_string();
        }
        if matches!(self.pool.op(term), Op::Symbol(_)) {
            let count = self.symbols.len() + 1;
            let name = self.symbols.entry(term);
            return name.or_insert_with(|| format!("v{count}")).clone();
        }
        let args = self.pool.args(term).to_vec();
        let args: Vec<String> = args.into_iter().map(|a| self.term(a)).collect();
        match self.pool.op(term) {
            Op::Extract(high, low) => format!("{}[{high}:{low}]", args.join(" ")),
            op => format!("({} {})", op.name(), args.join(" ")),
        }
    }

    fn value(&mut self, value: Val) -> String {
        match value {
            Val::Term(term) => self.term(term),
            Val::Ptr(node, 0) => format!("-> {}", self.node(node)),
            Val::Ptr(node, offset) => format!("-> {} + {offset}", self.node(node)),
        }
    }

    fn fields(&mut self, region: &Region) -> String {
        let mut parts = Vec::new();
        for (offset, field) in &region.fields {
            parts.push(format!("{offset}: {}", self.value(field.value)));
        }
        match region.background {
            Background::Unknown => {}
            Background::Zero => parts.push("else 0".to_string()),
            Background::Initial => parts.push("else as at first".to_string()),
        }
        parts.join(", ")
    }

    fn region(&mut self, region: &Region) -> String {
        if !region.alive {
            return "freed".to_string();
        }
        let kind = match region.kind {
            Kind::Static => "static",
            Kind::Stack(_) => "local",
            Kind::Heap => "allocated",
            Kind::Library => "of the library",
        };
        let size = self.term(region.size);
        format!("{kind}, {size} bytes {{{}}}", self.fields(region))
    }

    fn segment(&mut self, segment: &Segment) -> String {
        let mut text = format!("by +{}", segment.next.at);
        if let Some(prev) = segment.prev {
            let _ = write!(text, ", back by +{}", prev.at);
        }
        let _ = write!(text, ", then {}", self.value(segment.after));
        if segment.prev.is_some() {
            let _ = write!(text, ", before {}", self.value(segment.before));
        }
        text
    }

    fn cell(&mut self, cell: &Cell) -> String {
        let mut text = self.region(&cell.root);
        for fact in &cell.facts {
            let _ = write!(text, " where {}", self.term(*fact));
        }
        text
    }

    fn heap(&mut self, heap: &Heap, out: &mut String) {
        for (index, frame) in heap.frames.iter().enumerate() {
            for (var, value) in &frame.vars {
                let name = self.labels.vars.get(var).cloned();
                let name = name.unwrap_or_else(|| format!("{var}"));
                let depth = match heap.frames.len() - 1 - index {
                    0 => String::new(),
                    n => format!(" (caller {n})"),
                };
                let value = self.value(*value);
                let _ = writeln!(out, "    {name}{depth} = {value}");
            }
        }
        self.objects(&heap.objects, 4, out);
        for fact in &heap.facts {
            let fact = self.term(*fact);
            let _ = writeln!(out, "    {fact}");
        }
        if heap.leaky {
            let _ = writeln!(out, "    and more");
        }
    }

    fn objects(&mut self, objects: &BTreeMap<Node, Object>, indent: usize, out: &mut String) {
        let pad = " ".repeat(indent);
        for (node, object) in objects {
            match object {
                Object::Last(_) => {}
                Object::Region(region) => {
                    let (name, text) = (self.node(*node), self.region(region));
                    let _ = writeln!(out, "{pad}{name}: {text}");
                }
                Object::Segment(segment) => {
                    let (first, last) = (self.node(segment.first), self.node(segment.last));
                    let text = self.segment(segment);
                    let _ = writeln!(out, "{pad}{first} .. {last}: one or more, {text}");
                    for cell in &segment.cells {
                        let (this, text) = (self.node(cell.this), self.cell(cell));
                        let _ = writeln!(out, "{pad}  each {this}: {text}");
                        self.objects(&cell.objects, indent + 4, out);
                    }
                }
            }
        }
    }

    fn graph(&mut self, heap: &Heap, cluster: usize, out: &mut String) {
        let id = |node: Node| format!("n{cluster}_{}", node.0);
        let mut edges = String::new();
        for (depth, frame) in heap.frames.iter().enumerate() {
            for (var, value) in &frame.vars {
                let name = self.labels.vars.get(var).cloned();
                let name = name.unwrap_or_else(|| format!("{var}"));
                let me = format!("v{cluster}_{depth}_{}", var.0);
                let text = match value {
                    Val::Ptr(node, _) => {
                        let _ = writeln!(edges, "    {me} -> {};", id(*node));
                        name
                    }
                    Val::Term(term) => format!("{name} = {}", self.term(*term)),
                };
                let _ = writeln!(out, "    {me} [shape=plaintext, label={text:?}];");
            }
        }
        for (node, object) in &heap.objects {
            let text = match object {
                Object::Last(first) => {
                    let _ = writeln!(
                        edges,
                        "    {} -> {} [style=dotted, arrowhead=none];",
                        id(*first),
                        id(*node)
                    );
                    format!("{}: last", self.node(*node))
                }
                Object::Region(region) => {
                    for field in region.fields.values() {
                        if let Val::Ptr(to, _) = field.value {
                            let _ = writeln!(edges, "    {} -> {};", id(*node), id(to));
                        }
                    }
                    let text = self.region(region);
                    format!("{}: {text}", self.node(*node))
                }
                Object::Segment(segment) => {
                    if let Val::Ptr(to, _) = segment.after {
                        let _ = writeln!(edges, "    {} -> {};", id(segment.last), id(to));
                    }
                    if let (Some(_), Val::Ptr(to, _)) = (segment.prev, segment.before) {
                        let _ = writeln!(edges, "    {} -> {} [style=dashed];", id(*node), id(to));
                    }
                    let cells: Vec<String> = segment.cells.iter().map(|c| self.cell(c)).collect();
                    format!(
                        "{}: first of one or more, each {}",
                        self.node(*node),
                        cells.join(" or ")
                    )
                }
            };
            let text = text.replace(['{', '}', '|', '<', '>'], " ");
            let _ = writeln!(out, "    {} [label={text:?}];", id(*node));
        }
        out.push_str(&edges);
    }
}
