//! Lowers C files and prints the program, or with `--stats` one line of numbers for each file.
//!
//! ```text
//! cargo run -p frontend --example lower -- [--m32] [--stats] [--function F] FILE...
//! ```

use frontend::{Options, load};
use program::{DataModel, Property};
use std::path::PathBuf;
use std::time::Instant;

fn main() {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut data_model = DataModel::Lp64;
    let mut stats = false;
    let mut entry = None;
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--m32" => data_model = DataModel::Ilp32,
            "--stats" => stats = true,
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
