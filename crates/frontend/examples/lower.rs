//! Lowers C files and prints the program, or with `--stats` one line of numbers for each file.
//!
//! ```text
//! cargo run -p frontend --example lower -- [--m32] [--stats [--runs N]] [--function F] FILE...
//! ```

use frontend::{Options, load};
use program::interp::{Ending, RandomOracle, run};
use program::{DataModel, Goals, Property};
use std::path::PathBuf;
use std::time::Instant;

/// What a default run checks.
fn goals(overflow: bool) -> Vec<Property> {
    let mut goals = vec![
        Property::Assert,
        Property::UnreachCall,
        Property::ValidDeref,
        Property::ValidFree,
        Property::NoDivByZero,
        Property::Unsupported,
    ];
    if overflow {
        goals.extend([Property::NoOverflow, Property::NoShiftError]);
    }
    goals
}

fn main() {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut data_model = DataModel::Lp64;
    let mut stats = false;
    let mut entry = None;
    let mut runs = 0;
    let mut overflow = false;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--m32" => data_model = DataModel::Ilp32,
            "--stats" => stats = true,
            "--overflow" => overflow = true,
            "--runs" => runs = args.next().and_then(|n| n.parse().ok()).unwrap_or(1),
            "--function" => entry = args.next(),
            _ => files.push(PathBuf::from(arg)),
        }
    }
    let options = |files: Vec<PathBuf>| Options {
        files,
        clang_args: Vec::new(),
        data_model,
        properties: Property::ALL.to_vec(),
        error_function: None,
        entry: entry.clone(),
    };
    if !stats {
        match load(&options(files)) {
            Ok(loaded) => print!("{}", program::text::print(&loaded.pool, &loaded.program)),
            Err(error) => eprintln!("{error}"),
        }
        return;
    }
    for file in files {
        let start = Instant::now();
        let name = file.display().to_string();
        match load(&options(vec![file])) {
            Ok(loaded) => {
                let program = &loaded.program;
                let insts = program.functions.iter().flat_map(|f| &f.blocks);
                println!(
                    "ok {name} {} functions, {} blocks, {} instructions, {} variables, {} sites, {:.0} ms",
                    program.functions.len(),
                    insts.clone().count(),
                    insts.map(|b| b.insts.len()).sum::<usize>(),
                    program.vars.len(),
                    program.sites.len(),
                    start.elapsed().as_secs_f64() * 1000.0
                );
                for note in &program.notes {
                    println!("note {name}: {note}");
                }
                for seed in 0..runs {
                    let goals = Goals::new(program, &goals(overflow));
                    let mut oracle = RandomOracle::new(seed);
                    let ending = run(&loaded.pool, program, &goals, &mut oracle, &mut (), 200_000);
                    let shown = match &ending {
                        Ending::Violated(v) | Ending::Undefined(v) => {
                            let site = program.site(v.site);
                            let detail = v.detail.clone().unwrap_or_default();
                            let place = program.show_place(v.place);
                            let kind = match ending {
                                Ending::Violated(_) => "violated",
                                _ => "undefined",
                            };
                            format!(
                                "{kind} {} ({}) at {place} {detail}",
                                site.property, site.what
                            )
                        }
                        Ending::Finished => "finished".to_string(),
                        Ending::Assumed { .. } => "assumed".to_string(),
                        Ending::Oracle { what, .. } => format!("oracle {what}"),
                        Ending::Steps => "steps".to_string(),
                    };
                    println!("run {name} {shown}");
                }
                for site in &program.sites {
                    if site.property == Property::Unsupported
                        && !site.what.starts_with("an object of")
                    {
                        println!("unsupported {name}: {}", site.what);
                    }
                }
            }
            Err(error) => {
                let text = error.to_string();
                let line = text.lines().find(|l| l.contains("error:"));
                println!(
                    "error {name}: {}",
                    line.or(text.lines().next()).unwrap_or("")
                );
            }
        }
    }
}
