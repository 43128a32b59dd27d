//! Writes a proof and checks it: `write COMMAND TEXT FILE`.
use std::time::Instant;

use allsmall::Budget;
use allsmall_proofs::{Goal, nimber, outcome, phutball, value};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [command, text, file] = &args[..] else { panic!("write COMMAND TEXT FILE") };
    let (text, file, command) = (text.clone(), file.clone(), command.clone());
    let run = move || {
        let budget = Budget::new();
        let started = Instant::now();
        let mut out = Vec::new();
        let lines = match command.as_str() {
            "solve" => outcome(&text, Goal::Both, &budget, &mut out),
            "value" => value(&text, &budget, &mut out),
            "phutball" => phutball(&text, &budget, &mut out),
            _ => nimber(&text, &budget, &mut out),
        };
        println!("{lines:?} {} bytes, {:?}", out.len(), started.elapsed());
        std::fs::write(file, &out).expect("a file");
        let started = Instant::now();
        println!("{:?} {:?}", allsmall_check::check(&out[..]), started.elapsed());
    };
    std::thread::Builder::new().stack_size(1 << 30).spawn(run).expect("a thread").join().expect("no panic");
}
