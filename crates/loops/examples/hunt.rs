//! Hunts for records on one ring as CSV: `hunt PITS FIRST LAST STEP TASKS CLIMB [CAP]`.

use std::sync::atomic::AtomicBool;

use sow_loops::find::{Certified, Find, Goal, Hunt, Source, Uniform};

struct Plan {
    pits: u32,
    seeds: u32,
    tasks: u32,
    climb: u32,
    cap: Option<u32>,
}

impl Plan {
    fn hunt<S: Source>(&self, name: &str, goal: Goal, source: &S, climb: u32, tasks: u32) {
        let hunt = Hunt {
            goal,
            source,
            seed: 1,
            limit: 20_000_000,
            climb,
        };
        if let Some(find) = hunt.run(0..u64::from(tasks), &AtomicBool::new(false)) {
            println!("{}", self.line(name, climb, tasks, &find));
        }
    }

    fn line(&self, name: &str, climb: u32, tasks: u32, find: &Find) -> String {
        let cap = self.cap.map_or_else(String::new, |cap| cap.to_string());
        let ring: Vec<String> = find.start.ring().iter().map(u32::to_string).collect();
        format!(
            "{name},{},{},{cap},1,{tasks},{climb},{},{},{},{}",
            self.pits,
            self.seeds,
            find.task,
            find.laps().unwrap_or(0),
            find.start.pit(),
            ring.join(" ")
        )
    }

    fn run(&self) {
        let (pits, seeds) = (self.pits as usize, self.seeds..=self.seeds);
        let uniform = Uniform::new(pits, seeds.clone(), self.cap).expect("a source");
        let ending = Goal::LongestEnding;
        self.hunt("longest ending", ending, &uniform, self.climb, self.tasks);
        if self.cap.is_none() {
            let source = Certified::new(pits, seeds).expect("a source");
            // Long periods take long to run.
            let tasks = self.tasks.div_ceil(20);
            self.hunt("longest period", Goal::LongestNever, &source, 0, tasks);
            self.hunt("shortest period", Goal::ShortestNever, &source, 20, tasks);
        }
    }
}

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let [pits, first, last, step, tasks, climb, cap @ ..] = &numbers[..] else {
        println!("usage: hunt PITS FIRST_SEEDS LAST_SEEDS STEP TASKS CLIMB [CAP]");
        return;
    };
    println!("record,pits,seeds,cap,seed,tasks,climb,task,laps,pit,ring");
    for seeds in (*first..=*last).step_by(*step as usize) {
        let plan = Plan {
            pits: *pits,
            seeds,
            tasks: *tasks,
            climb: *climb,
            cap: cap.first().copied(),
        };
        plan.run();
    }
}
