//! Chang and Roberts on a ring, without crashes, packed; spec/chang-roberts.md has the rules.

use stateright::{Model, Property};

/// A ring with ids that ascend in the direction of messages. The process at index i has the id i+1.
pub struct Ring {
    pub n: usize,
}

/// For each process: bit 0 participant, bits 1-4 elected (0 means no leader), bits 5-9 its first incoming message,
/// bits 10-14 the second. A message is an id, plus 16 for ELECTED; 0 means no message. Two are enough for every n.
type State = [u16; 16];

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action {
    Start(u8),
    Deliver(u8),
}

const PARTICIPANT: u16 = 1;
const LOCAL: u16 = 31;
const ELECTED: u16 = 16;

fn head(cell: u16) -> u16 {
    cell >> 5 & 31
}

impl Ring {
    fn send(&self, s: &mut State, i: usize, message: u16) {
        let next = if i + 1 == self.n { 0 } else { i + 1 };
        assert!(s[next] < 1024, "a third message in a channel");
        s[next] |= message << if head(s[next]) == 0 { 5 } else { 10 };
    }

    fn start(&self, s: &mut State, i: usize) {
        s[i] |= PARTICIPANT;
        self.send(s, i, i as u16 + 1);
    }

    /// i elects this id, and sends ELECTED to its neighbour.
    fn elect(&self, s: &mut State, i: usize, id: u16) {
        s[i] = s[i] & !LOCAL | id << 1;
        self.send(s, i, id + ELECTED);
    }

    fn take(&self, s: &mut State, i: usize) {
        let (message, own) = (head(s[i]), i as u16 + 1);
        s[i] = s[i] >> 10 << 5 | s[i] & LOCAL;
        if message == own + ELECTED {
            return;
        }
        if message > ELECTED {
            self.elect(s, i, message - ELECTED);
        } else if message > own {
            s[i] |= PARTICIPANT;
            self.send(s, i, message);
        } else if message == own {
            self.elect(s, i, own);
        } else if s[i] & PARTICIPANT == 0 {
            self.start(s, i);
        }
    }
}

impl Model for Ring {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![[0; 16]]
    }

    fn actions(&self, s: &State, actions: &mut Vec<Action>) {
        for (i, &cell) in s[..self.n].iter().enumerate() {
            if cell & LOCAL == 0 {
                actions.push(Action::Start(i as u8));
            }
            if head(cell) != 0 {
                actions.push(Action::Deliver(i as u8));
            }
        }
    }

    fn next_state(&self, s: &State, action: Action) -> Option<State> {
        let mut next = *s;
        match action {
            Action::Start(i) => self.start(&mut next, i as usize),
            Action::Deliver(i) => self.take(&mut next, i as usize),
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        vec![Property::always("validity", |ring: &Ring, s: &State| {
            s[..ring.n].iter().all(|cell| (cell >> 1 & 15) as usize <= ring.n)
        })]
    }
}
