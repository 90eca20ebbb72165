//! Two worlds for Stateright: elections ring|bully N K C bfs|dfs THREADS. The ring takes K and C and ignores them.
//! Prints the numbers of states and steps. Steps are the generated states without the initial one.

mod bully;
mod ring;

use stateright::{Checker, Model};
use std::fmt::Debug;
use std::hash::Hash;

const USAGE: &str = "usage: elections ring|bully N K C bfs|dfs THREADS; ring: N is 1 to 15; bully: N is 2 to 4, K is 1 or 2";

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if args.len() != 6 {
        refuse();
    }
    let (n, k, c, threads) = (number(&args[1]), number(&args[2]), number(&args[3]), number(&args[5]));
    let depth_first = args[4] == "dfs";
    if threads == 0 || !(depth_first || args[4] == "bfs") {
        refuse();
    }
    match args[0].as_str() {
        "ring" if (1..=15).contains(&n) => explore(ring::Ring { n }, depth_first, threads),
        "bully" if (2..=4).contains(&n) && (1..=2).contains(&k) => {
            explore(bully::Bully { n, elections: k as u8, crashes: c }, depth_first, threads)
        }
        _ => refuse(),
    }
}

fn number(text: &str) -> usize {
    text.parse().unwrap_or_else(|_| refuse())
}

fn refuse() -> ! {
    eprintln!("{USAGE}");
    std::process::exit(2)
}

/// Visits every state, and prints the counts.
fn explore<M>(model: M, depth_first: bool, threads: usize)
where
    M: Model + Send + Sync + 'static,
    M::State: Hash + Debug + Clone + Send + Sync + PartialEq + 'static,
    M::Action: Debug + Clone + PartialEq + Send + Sync + 'static,
{
    let builder = model.checker().threads(threads);
    let (unique, generated, wrong) = if depth_first {
        counts(builder.spawn_dfs().join())
    } else {
        counts(builder.spawn_bfs().join())
    };
    println!("states {unique} steps {}", generated - 1);
    if wrong {
        eprintln!("validity is violated");
        std::process::exit(1);
    }
}

fn counts<M: Model>(checker: impl Checker<M>) -> (usize, usize, bool)
where
    M::State: Hash + Debug + Clone + PartialEq,
    M::Action: Debug + Clone + PartialEq,
{
    (checker.unique_state_count(), checker.state_count(), checker.discovery("validity").is_some())
}
