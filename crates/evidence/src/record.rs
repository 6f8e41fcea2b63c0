//! Makes a trace from the events of a run.
//!
//! Events on the same source line of the same function instance become one step, unless a variable would change twice in
//! it. What has no source line (the prologue of a function, temporaries) belongs to the step before it or to none. What
//! a model of a C library function does is attributed to the user's line that calls it.

use crate::given::Given;
use crate::objects::Objects;
use crate::trace::{Change, Input, Lasso, StepKind, Trace, TraceStep, Violated};
use crate::value;
use program::interp::{Contents, Event, Observer, Violation};
use program::{
    FunctionId, InputSource, ObjectInfo, ObjectKind, Place, Program, Property, SiteId, TypeId,
    VarId,
};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::BitVec;

/// Steps that are kept from the start and from the end of a long run.
const FIRST_STEPS: usize = 1_000;
const LAST_STEPS: usize = 10_000;

/// What the oracle answered and no event contains: the contents of the object, or the bytes, that it was asked for last.
#[derive(Default)]
pub(crate) struct Said {
    pub object: Option<Contents>,
    pub bytes: Option<InputSource>,
    pub externals: Vec<(usize, Contents)>,
}

pub(crate) struct Recorder<'a> {
    program: &'a Program,
    objects: Objects<'a>,
    said: Rc<RefCell<Said>>,
    frames: Vec<RecordedCall>,
    instances: u32,
    inputs: Vec<Input>,
    steps: Vec<TraceStep>,
    left_out: usize,
    /// The function instance of the last step, if it can still grow.
    open: Option<u32>,
    /// What the entry function passes on.
    given: Given,
    /// Whether that is among the inputs already.
    shown: bool,
}

struct RecordedCall {
    function: FunctionId,
    instance: u32,
    /// Whether it is, or was called by, a model of a C library function.
    library: bool,
    /// Where it was called, if that is known.
    call: Option<Place>,
    /// Where its last event was.
    last: Place,
    /// The C variables that are not memory objects.
    vars: FxHashMap<VarId, BitVec>,
}

impl<'a> Recorder<'a> {
    pub fn new(program: &'a Program, said: Rc<RefCell<Said>>) -> Recorder<'a> {
        Recorder {
            program,
            objects: Objects::new(program),
            said,
            frames: Vec::new(),
            instances: 0,
            inputs: Vec::new(),
            steps: Vec::new(),
            left_out: 0,
            open: None,
            given: Given::default(),
            shown: false,
        }
    }

    /// The numbers of elements that were chosen for the arrays of arguments.
    pub fn lengths(&self) -> Vec<(String, u64)> {
        self.given.lengths()
    }

    /// The trace of the run, which ended in `violation`.
    pub fn finish(mut self, violation: &Violation) -> Trace {
        self.externals();
        let site = self.program.site(violation.site);
        let (mut place, mut function) = (violation.place, site.function.clone());
        let mut what = site.what.clone();
        if site.property.is_leak() {
            // What was allocated is shown, and not where the run ends.
        } else if let Some(call) = self.library_call() {
            what = format!("{what}, in `{function}`");
            (place, function) = (call, self.function());
        }
        let violation = Violated {
            site: violation.site,
            property: site.property,
            place,
            function,
            what,
            operands: self.operands(site.property, &violation.operands),
            detail: violation.detail.clone(),
            scope: self.scope(),
            conditions: self.given.conditions(&self.objects, violation),
        };
        Trace {
            inputs: self.inputs,
            steps: self.steps,
            left_out: (self.left_out > 0).then_some((self.left_out, FIRST_STEPS)),
            violation,
            native: None,
        }
    }

    /// How many steps there were so far. What happens next is a new step.
    pub fn moment(&mut self) -> usize {
        self.open = None;
        self.left_out + self.steps.len()
    }

    /// How many steps and inputs there were so far.
    pub fn extent(&mut self) -> (usize, usize) {
        (self.moment(), self.inputs.len())
    }

    /// Forgets what has happened since a [`Recorder::extent`].
    pub fn forget_since(&mut self, (steps, inputs): (usize, usize)) {
        self.steps.truncate(steps.saturating_sub(self.left_out));
        self.inputs.truncate(inputs);
    }

    /// The run so far, which from now on repeats what has happened since a [`Recorder::moment`].
    pub fn finish_lasso(mut self, since: usize, place: Place) -> Lasso {
        self.externals();
        let kept = since.saturating_sub(self.left_out);
        let cycle = match self.left_out {
            0 => since,
            _ => kept.max(FIRST_STEPS.min(since)),
        };
        Lasso {
            cycle: cycle.min(self.steps.len()),
            place: self.seen(place),
            function: self.function(),
            inputs: self.inputs,
            steps: self.steps,
            left_out: (self.left_out > 0).then_some((self.left_out, FIRST_STEPS)),
            recursion: false,
            recurrent: None,
        }
    }

    fn operands(&self, property: Property, operands: &[BitVec]) -> Vec<String> {
        match (property, operands) {
            (
                Property::ValidDeref | Property::ValidFree | Property::NoUninitialised,
                [address, rest @ ..],
            ) if address.width() == self.program.pointers.width => {
                let address = address.to_u64().unwrap_or(u64::MAX);
                let address = self.objects.show_pointer(address, None);
                let length = rest.iter().map(|v| value::show_untyped(v, false));
                [format!("address {address}")]
                    .into_iter()
                    .chain(length.map(|l| format!("length {l}")))
                    .collect()
            }
            (Property::NoFloatCastOverflow | Property::NoNan, _) => operands
                .iter()
                .filter_map(program::float::show_pattern)
                .collect(),
            _ => {
                let signed = property != Property::NoUnsignedOverflow;
                operands
                    .iter()
                    .map(|v| value::show_untyped(v, signed))
                    .collect()
            }
        }
    }

    fn scope(&self) -> Vec<Change> {
        let Some(frame) = self.visible() else {
            return Vec::new();
        };
        let mut scope: BTreeMap<String, String> = frame
            .vars
            .iter()
            .filter_map(|(var, value)| self.var_change(*var, value))
            .collect();
        // A parameter that has a place in memory may have changed there.
        scope.extend(self.objects.scope(frame.instance));
        scope
            .into_iter()
            .map(|(name, value)| Change { name, value })
            .collect()
    }

    /// Externals are asked for at the start, before or between the first events.
    fn externals(&mut self) {
        let externals = std::mem::take(&mut self.said.borrow_mut().externals);
        for (index, contents) in externals {
            self.objects.external(index, &contents);
            let object = &self.program.statics[index];
            let address = self.program.static_address(index);
            let name = object.source.as_ref().map_or(&object.name, |s| &s.name);
            if let Some((_, text)) = self.objects.whole(address) {
                self.inputs.push(Input {
                    source: InputSource::External(name.clone()),
                    name: Some(name.clone()),
                    text,
                    value: None,
                    function: String::new(),
                    place: object.source.as_ref().map_or(Place::NOWHERE, |s| s.place),
                });
            }
        }
    }

    /// The innermost function that is the user's.
    fn visible(&self) -> Option<&RecordedCall> {
        self.frames.iter().rev().find(|f| !f.library)
    }

    fn in_library(&self) -> bool {
        self.frames.last().is_some_and(|f| f.library)
    }

    /// Where the user's code calls the library function that runs now; `None` while the user's code itself runs, even if the
    /// library has called it back.
    fn library_call(&self) -> Option<Place> {
        let outermost = match self.frames.iter().rposition(|f| !f.library) {
            Some(user) => user + 1,
            None => 0,
        };
        self.frames.get(outermost)?.call
    }

    /// The place that the user sees.
    fn seen(&self, place: Place) -> Place {
        if !self.in_library() {
            return place;
        }
        let last = || self.visible().map(|f| f.last);
        self.library_call().or_else(last).unwrap_or(place)
    }

    fn instance(&self) -> u32 {
        self.visible().map_or(0, |f| f.instance)
    }

    fn function(&self) -> String {
        let name = |f: &RecordedCall| self.program.function(f.function).name.clone();
        self.visible().map(name).unwrap_or_default()
    }

    fn var_change(&self, var: VarId, value: &BitVec) -> Option<(String, String)> {
        let source = self.program.var(var).source.as_ref()?;
        let text = value::show(&self.objects, source.ty, value);
        Some((source.name.clone(), text))
    }

    /// The step that something at `place` belongs to: the last one, or a new one. `None` where there is no source.
    fn step_at(&mut self, place: Place) -> Option<&mut TraceStep> {
        let instance = self.instance();
        let grows = self.open == Some(instance)
            && self.steps.last().is_some_and(|s| {
                place.line == 0
                    || (s.kind == StepKind::Statement
                        && (s.place.file, s.place.line) == (place.file, place.line))
            });
        if !grows {
            if place.line == 0 {
                return None;
            }
            let function = self.function();
            self.push(StepKind::Statement, function, place);
        }
        self.steps.last_mut()
    }

    fn push(&mut self, kind: StepKind, function: String, place: Place) {
        if self.steps.len() >= FIRST_STEPS + 2 * LAST_STEPS {
            let end = self.steps.len() - LAST_STEPS;
            self.left_out += end - FIRST_STEPS;
            self.steps.drain(FIRST_STEPS..end);
        }
        self.open = Some(self.instance());
        self.steps.push(TraceStep {
            kind,
            depth: self.frames.len(),
            function,
            place,
            changes: Vec::new(),
            passed: Vec::new(),
        });
    }

    /// Whether the function was just entered with this value: its prologue only stores the parameter.
    fn is_parameter(&self, name: &str, value: &str) -> bool {
        self.open == Some(self.instance())
            && self.steps.last().is_some_and(|s| {
                let same = |c: &Change| c.name == name && c.value == value;
                s.kind == StepKind::Call && s.changes.iter().any(same)
            })
    }

    fn change(&mut self, (name, value): (String, String), place: Place) {
        if self.is_parameter(&name, &value) {
            return;
        }
        let Some(step) = self.step_at(place) else {
            return;
        };
        if let Some(same) = step.changes.iter().find(|c| c.name == name) {
            if same.value == value || place.line == 0 {
                return;
            }
            let (function, place) = (step.function.clone(), step.place);
            self.push(StepKind::Statement, function, place);
        }
        let step = self.steps.last_mut().expect("there is a step to change");
        step.changes.push(Change { name, value });
    }

    /// Whether the entry function runs, and has not passed on what it chooses.
    fn is_choosing(&self) -> bool {
        self.frames.len() == 1 && !self.shown
    }

    /// Shows the arguments, in the order of the parameters.
    fn show_given(&mut self, function: FunctionId) {
        if self.given.is_empty() || self.shown {
            return;
        }
        self.shown = true;
        let mut inputs = self.given.inputs(&mut self.objects);
        let is_argument = |i: &Input| matches!(i.source, InputSource::Argument(_));
        let (numbers, others): (Vec<Input>, Vec<Input>) =
            self.inputs.drain(..).partition(is_argument);
        self.inputs = others;
        let nobody = |input: Input| Input {
            function: String::new(),
            ..input
        };
        inputs.extend(numbers.into_iter().map(nobody));
        let program = self.program;
        let root = |name: &str| {
            let end = name.find(['-', '.', '[', '%']).unwrap_or(name.len());
            name[..end].to_string()
        };
        let params = &program.function(function).params;
        let order: Vec<String> = params.iter().map(|p| root(&program.var(*p).name)).collect();
        let position = |input: &Input| {
            let name = input.name.as_deref().unwrap_or_default();
            order.iter().position(|p| *p == root(name))
        };
        inputs.sort_by_key(|input| position(input).unwrap_or(usize::MAX));
        self.inputs.extend(inputs);
    }

    fn assign(&mut self, var: VarId, value: BitVec, place: Place) {
        if self.in_library() {
            return;
        }
        if let (true, Some(source)) = (self.is_choosing(), &self.program.var(var).source) {
            self.given.pointer(self.program, source, &value);
        }
        if let Some(change) = self.var_change(var, &value) {
            self.change(change, place);
            if let Some(frame) = self.frames.last_mut() {
                frame.vars.insert(var, value);
            }
        }
    }

    fn enter(&mut self, function: FunctionId, args: Vec<BitVec>, place: Place) {
        let entered = self.program.function(function);
        let library = self.program.is_library(entered.place);
        self.instances += 1;
        self.frames.push(RecordedCall {
            function,
            instance: self.instances,
            library,
            call: (place != entered.place && place.line > 0).then_some(place),
            last: Place::NOWHERE,
            vars: FxHashMap::default(),
        });
        if function == self.program.entry || library {
            return;
        }
        self.show_given(function);
        self.push(StepKind::Call, entered.name.clone(), entered.place);
        for (var, value) in entered.params.iter().zip(args) {
            self.assign(*var, value, Place::NOWHERE);
        }
    }

    fn leave(&mut self, function: FunctionId, result: Option<BitVec>, place: Place) {
        if self.in_library() {
            self.frames.pop();
            return;
        }
        if function != self.program.entry {
            let name = self.program.function(function).name.clone();
            let ty = self.program.results.get(&name);
            let result = result.map(|v| match ty {
                Some(ty) => value::show(&self.objects, *ty, &v),
                None => value::show_untyped(&v, true),
            });
            self.push(StepKind::Return(result), name, place);
        }
        self.open = None;
        self.frames.pop();
    }

    /// The return type, if the source is a function.
    fn result_type(&self, source: &InputSource) -> Option<TypeId> {
        match source {
            InputSource::Nondet(name)
            | InputSource::External(name)
            | InputSource::Approximated(name) => self.program.results.get(name).copied(),
            _ => None,
        }
    }

    fn input(&mut self, var: VarId, value: &BitVec, source: InputSource, place: Place) {
        if self.is_choosing() && self.given.input(&source, value) {
            return;
        }
        let (source, outcome) = outcome(source, value);
        let typed = self
            .result_type(&source)
            .map(|ty| value::show(&self.objects, ty, value));
        let (name, text) = match self.var_change(var, value) {
            Some((name, text)) => (Some(name), text),
            None => (
                None,
                outcome.or(typed).unwrap_or_else(|| untyped(value, &source)),
            ),
        };
        self.inputs.push(Input {
            source,
            name,
            text,
            value: Some(value.clone()),
            function: self.function(),
            place,
        });
    }

    fn alloc(&mut self, address: u64, size: u64, info: &ObjectInfo, place: Place) {
        let contents = self.said.borrow_mut().object.take().unwrap_or_default();
        let local = info.kind == ObjectKind::Stack;
        let hidden = local && self.in_library();
        let open = !info.zeroed && !hidden && contents.bytes.values().any(|b| *b != 0);
        let (instance, function) = (self.instance(), self.function());
        let mut info = info.clone();
        if hidden {
            info.source = None;
        }
        let info = &info;
        self.objects
            .alloc(address, size, info, contents, instance, &function);
        if let (true, Some(source)) = (self.is_choosing(), &info.source) {
            self.given.object(self.program, &source.name, address);
            return;
        }
        // Solvers choose zero where the value does not matter.
        if let Some((name, text)) = self.objects.whole(address).filter(|_| open) {
            self.inputs.push(Input {
                source: InputSource::Uninitialised(name.clone()),
                name: Some(name),
                text,
                value: None,
                function,
                place: info
                    .source
                    .as_ref()
                    .map_or(place, |s| if place.line == 0 { s.place } else { place }),
            });
        }
    }

    fn write(&mut self, address: u64, bytes: &[u8], place: Place) {
        let source = self.said.borrow_mut().bytes.take();
        let source = source.filter(|_| !self.is_choosing() || self.given.is_empty());
        let instance = self.instance();
        let changes = self.objects.write(address, bytes, instance);
        if let Some(source) = source {
            let function = self.function();
            for (name, text) in &changes {
                self.inputs.push(Input {
                    source: source.clone(),
                    name: Some(name.clone()),
                    text: text.clone(),
                    value: None,
                    function: function.clone(),
                    place,
                });
            }
        }
        for change in changes {
            self.change(change, place);
        }
    }
}

impl Observer for Recorder<'_> {
    fn event(&mut self, event: Event) {
        self.externals();
        match event {
            Event::Enter {
                function,
                args,
                place,
            } => self.enter(function, args, place),
            Event::Leave {
                function,
                result,
                place,
            } => self.leave(function, result, place),
            other => self.inside(other),
        }
    }
}

impl Recorder<'_> {
    /// The place of an event as the user sees it; records where the function is.
    fn arrive(&mut self, place: Place) -> Place {
        if let Some(frame) = self.frames.last_mut()
            && place.line > 0
        {
            frame.last = place;
        }
        self.seen(place)
    }

    /// What happens inside a function.
    fn inside(&mut self, event: Event) {
        match event {
            Event::Enter { .. } | Event::Leave { .. } => unreachable!("handled by the caller"),
            Event::Assign { var, value, place } => {
                let place = self.arrive(place);
                self.assign(var, value, place);
            }
            Event::Input {
                var,
                value,
                source,
                place,
            } => {
                let place = self.arrive(place);
                if source != InputSource::Unspecified {
                    self.input(var, &value, source, place);
                }
                self.assign(var, value, place);
            }
            Event::Alloc {
                address,
                size,
                info,
                place,
                ..
            } => {
                let place = self.arrive(place);
                self.alloc(address, size, &info, place);
            }
            Event::Placed {
                address,
                base,
                place,
            } => {
                let place = self.arrive(place);
                self.placed(address, base, place);
            }
            Event::Dead { address, .. } => self.objects.dead(address),
            Event::Write {
                address,
                bytes,
                pointer,
                place,
            } => {
                let place = self.arrive(place);
                if let Some(pointer) = pointer {
                    self.objects.note_pointer(&bytes, pointer);
                }
                self.write(address, &bytes, place);
            }
            Event::Branch { place } => {
                let place = self.arrive(place);
                self.step_at(place);
            }
            Event::Passed {
                site,
                operands,
                place,
            } => {
                let place = self.arrive(place);
                self.passed(site, &operands, place);
            }
        }
    }

    /// An object lies at an address that the run has chosen.
    fn placed(&mut self, address: u64, base: u64, place: Place) {
        self.objects.placed(address, base);
        self.inputs.push(Input {
            source: InputSource::Layout,
            name: Some(self.objects.show_pointer(address, None)),
            text: format!("{base:#x}"),
            value: Some(BitVec::new(self.program.pointers.memory_width(), base)),
            function: self.function(),
            place,
        });
    }

    fn passed(&mut self, site: SiteId, operands: &[BitVec], place: Place) {
        let site = self.program.site(site);
        let operands = self.operands(site.property, operands);
        let mut text = format!("{} ({})", site.what, site.property);
        if !operands.is_empty() {
            text = format!("{text}: {}", operands.join(", "));
        }
        if let Some(step) = self.step_at(place) {
            step.passed.push(text);
        }
    }
}

/// Inputs that are a choice, as the user sees them: whether an allocation fails, whether an argument is null.
fn outcome(source: InputSource, value: &BitVec) -> (InputSource, Option<String>) {
    let yes = value.width() == 1 && !value.is_zero();
    match source {
        InputSource::External(name) if value.width() == 1 && is_allocation(&name) => {
            let text = if yes { "NULL" } else { "a new object" };
            (InputSource::External(name), Some(text.to_string()))
        }
        InputSource::Argument(name) if value.width() == 1 && name.ends_with(" is null") => {
            let pointer = name.trim_end_matches(" is null").to_string();
            let text = if yes {
                "NULL".to_string()
            } else {
                format!("&*{pointer}")
            };
            (InputSource::Argument(pointer), Some(text))
        }
        other => (other, None),
    }
}

fn is_allocation(name: &str) -> bool {
    name.ends_with("alloc") || matches!(name, "reallocarray" | "posix_memalign" | "memalign")
}

/// An input whose type is known only from the name of the input function, if at all.
fn untyped(value: &BitVec, source: &InputSource) -> String {
    let is_float = matches!(source, InputSource::Nondet(name)
        if ["float", "double", "float128"].iter().any(|t| name.ends_with(t)));
    let shown = match value.width() {
        80 => program::float::show_named("long double", value),
        _ => program::float::show_pattern(value),
    };
    shown
        .filter(|_| is_float)
        .unwrap_or_else(|| value::show_untyped(value, is_signed(source)))
}

/// Whether an input function gives signed numbers, by SV-COMP's names.
fn is_signed(source: &InputSource) -> bool {
    const UNSIGNED: [&str; 11] = [
        "_uint",
        "_ulong",
        "_ulonglong",
        "_ushort",
        "_uchar",
        "_u8",
        "_u16",
        "_u32",
        "_u64",
        "_size_t",
        "_bool",
    ];
    match source {
        InputSource::Nondet(name) => {
            !(UNSIGNED.iter().any(|end| name.ends_with(end))
                || name.contains("unsigned")
                || name.contains("_uint"))
        }
        _ => true,
    }
}
