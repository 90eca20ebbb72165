//! The bully with timeouts that may fire at any time and unlimited starts, packed; spec/bully.md has the rules.

use stateright::{Model, Property};

/// The bounds: elections that each process begins, and crashes between two steps. The process at index i has the id i+1.
pub struct Bully {
    pub n: usize,
    pub elections: u8,
    pub crashes: usize,
}

/// Bytes 0 to 15: the channel from i to j at 4i+j, at most four messages of two bits, the head in the lowest; 0 means no
/// message. Bytes 16 to 19: the processes. 0 means dead. Otherwise bits 0-1 are the mode, bits 2-4 elected (0 means no
/// leader), bits 5-6 the elections left, and bit 7 is set.
type State = [u8; 20];

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    Start(u8),
    Timeout(u8),
    Crash(u8),
    Deliver(u8, u8),
}

const IDLE: u8 = 0;
const WAITING_FOR_OK: u8 = 1;
const WAITING_FOR_COORDINATOR: u8 = 2;

const ELECTION: u8 = 1;
const OK: u8 = 2;
const COORDINATOR: u8 = 3;

const LOCALS: usize = 16;
const MODE: u8 = 3;
const ONE_ELECTION: u8 = 32;
const KEPT: u8 = 224; // bits that electing keeps: alive, and the elections left

fn mode(local: u8) -> u8 {
    local & MODE
}

fn left(local: u8) -> u8 {
    local >> 5 & 3
}

/// Messages to dead processes are lost.
fn send(s: &mut State, from: usize, to: usize, message: u8) {
    if s[LOCALS + to] == 0 {
        return;
    }
    let queue = &mut s[4 * from + to];
    assert!(*queue < 64, "a fifth message in a channel");
    let bits = 8 - queue.leading_zeros();
    *queue |= message << ((bits + 1) & !1);
}

impl Bully {
    fn announce(&self, s: &mut State, i: usize) {
        s[LOCALS + i] = s[LOCALS + i] & KEPT | (i as u8 + 1) << 2;
        for j in 0..i {
            send(s, i, j, COORDINATOR);
        }
    }

    fn begin(&self, s: &mut State, i: usize) {
        s[LOCALS + i] &= !MODE;
        if left(s[LOCALS + i]) == 0 {
            return;
        }
        s[LOCALS + i] -= ONE_ELECTION;
        if i + 1 == self.n {
            return self.announce(s, i);
        }
        s[LOCALS + i] |= WAITING_FOR_OK;
        for j in i + 1..self.n {
            send(s, i, j, ELECTION);
        }
    }

    fn timeout(&self, s: &mut State, i: usize) {
        if mode(s[LOCALS + i]) == WAITING_FOR_OK {
            self.announce(s, i);
        } else {
            self.begin(s, i);
        }
    }

    fn take(&self, s: &mut State, from: usize, i: usize) {
        let message = s[4 * from + i] & 3;
        s[4 * from + i] >>= 2;
        let local = s[LOCALS + i];
        match message {
            ELECTION => {
                send(s, i, from, OK);
                if mode(local) == IDLE {
                    self.begin(s, i);
                }
            }
            OK if mode(local) == WAITING_FOR_OK => s[LOCALS + i] = local & !MODE | WAITING_FOR_COORDINATOR,
            COORDINATOR => s[LOCALS + i] = local & KEPT | (from as u8 + 1) << 2,
            _ => {}
        }
    }

    /// Messages to a dead process are lost, and all dead processes have the same state.
    fn crash(&self, s: &mut State, i: usize) {
        s[LOCALS + i] = 0;
        for j in 0..self.n {
            s[4 * j + i] = 0;
        }
    }
}

impl Model for Bully {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        let mut s = [0; 20];
        s[LOCALS..LOCALS + self.n].fill(128 + ONE_ELECTION * self.elections);
        vec![s]
    }

    fn actions(&self, s: &State, actions: &mut Vec<Action>) {
        let locals = &s[LOCALS..LOCALS + self.n];
        let may_crash = locals.iter().filter(|&&local| local == 0).count() < self.crashes;
        for (i, &local) in locals.iter().enumerate() {
            if local == 0 {
                continue;
            }
            if mode(local) != IDLE {
                actions.push(Action::Timeout(i as u8));
            } else if left(local) > 0 {
                actions.push(Action::Start(i as u8));
            }
            if may_crash {
                actions.push(Action::Crash(i as u8));
            }
            for j in 0..self.n {
                if s[4 * j + i] != 0 {
                    actions.push(Action::Deliver(j as u8, i as u8));
                }
            }
        }
    }

    fn next_state(&self, s: &State, action: Action) -> Option<State> {
        let mut next = *s;
        match action {
            Action::Start(i) => self.begin(&mut next, i as usize),
            Action::Timeout(i) => self.timeout(&mut next, i as usize),
            Action::Crash(i) => self.crash(&mut next, i as usize),
            Action::Deliver(from, to) => self.take(&mut next, from as usize, to as usize),
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("validity", |bully: &Bully, s: &State| {
            s[LOCALS..].iter().all(|local| (local >> 2 & 7) as usize <= bully.n)
        })]
    }
}
