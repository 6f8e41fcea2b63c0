//! Makes a run file with made-up results, to see what pages and tables of large runs look like:
//! `cargo run -p bench --example generate -- 10000 large.db large.html`.

use bench::adapter::Adapter;
use bench::limits::Limits;
use bench::plan::{Config, Plan};
use bench::store::Store;
use bench::task::{DataModel, Expected, Task};
use bench::verdict::{Ending, Verdict};
use bench::warden::Outcome;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

const FOLDERS: [&str; 6] = [
    "arrays",
    "bitvectors",
    "heap",
    "loops",
    "recursive",
    "systems",
];
const PROPERTIES: [&str; 4] = [
    "unreach-call",
    "no-overflow",
    "valid-memsafety",
    "termination",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [count, database, page] = &arguments[..] else {
        return Err("usage: generate COUNT RUN.db PAGE.html".into());
    };
    let plan = plan(count.parse()?);
    let store = Store::create(Path::new(database), &plan, "made up")?;
    store.in_one_go(|| {
        let mut random = Random(1);
        for (index, task) in plan.tasks.iter().enumerate() {
            // Some tasks are harder than others, for all configurations.
            let difficulty = random.unit().powi(4);
            for config in 0..plan.configs.len() {
                let outcome = outcome(task, config, difficulty, &mut random);
                store.insert(&plan, (index, config), &outcome)?;
            }
        }
        Ok(())
    })?;
    store.finish()?;
    let file = BufWriter::new(File::create(page)?);
    bench::page::write(&store.run()?, &store, 20 << 20, file)?;
    Ok(())
}

fn plan(count: usize) -> Plan {
    let config = |name: &str| Config {
        name: name.into(),
        adapter: Adapter::built_in("aver").expect("Aver's own adapter is built in"),
        program: "/bin/true".into(),
        options: vec![],
        version: "made up".into(),
        sha256: "0".repeat(64),
    };
    let task = |n: usize| Task {
        name: format!("{}/program_{n:05}.yml", FOLDERS[n % FOLDERS.len()]),
        property: PROPERTIES[n / 7 % PROPERTIES.len()].into(),
        asked: vec![],
        property_file: None,
        expected: Some(match n % 3 {
            0 => Expected::False(None),
            _ => Expected::True,
        }),
        data_model: DataModel::Lp64,
        files: vec![],
        options: vec![],
    };
    Plan {
        configs: ["one", "two", "three"].map(config).to_vec(),
        limits: Limits {
            cpu_seconds: 900.0,
            wall_seconds: 990.0,
            megabytes: 15_000,
            output_megabytes: 100,
            processes: 1000,
        },
        jobs: 1,
        cores: 1,
        cgroups: true,
        tasks: (0..count).map(task).collect(),
    }
}

fn outcome(task: &Task, config: usize, difficulty: f64, random: &mut Random) -> Outcome {
    let luck = random.unit();
    let seconds = 0.05 * (10.0_f64).powf(difficulty * 5.0 + luck + 0.3 * config as f64);
    let right = match task.expected {
        Some(Expected::True) => Verdict::True,
        _ => Verdict::False(None),
    };
    let (ending, verdict, reason) = match () {
        () if seconds > 900.0 => (
            Ending::Timeout,
            Verdict::Unknown,
            "CPU time over 900 s".to_string(),
        ),
        () if luck > 0.97 => (
            Ending::Memory,
            Verdict::Unknown,
            "memory over 15000 MB".to_string(),
        ),
        () if luck < 0.15 => (
            Ending::Unknown,
            Verdict::Unknown,
            format!("loop at line {} was cut off", (luck * 1e4) as u32),
        ),
        () if config == 2 && random.unit() < 0.002 => {
            (Ending::Answer, Verdict::True, String::new())
        }
        () => (Ending::Answer, right, String::new()),
    };
    Outcome {
        log: format!("$ tool {}\nsome lines of output\n{}\n", task.name, verdict),
        verdict,
        ending,
        reason,
        cpu_seconds: seconds.min(900.0),
        wall_seconds: seconds.min(900.0) * 1.05,
        megabytes: 30.0 + seconds.min(900.0) * 9.0,
        exit: Some(0),
        signal: None,
        statistics: serde_json::Map::new(),
    }
}

/// A linear congruential generator: good enough to look at.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }
}
