------------------------------- MODULE Stage -------------------------------
(***************************************************************************)
(* What every election here is played on: the constants that say which     *)
(* world it is, and the variables that make up a state.                    *)
(*                                                                         *)
(* The words are those of election.md, section 1.  A number that says how  *)
(* many there are at most may be Unlimited, which is -1.  Nobody is 0.     *)
(* Module Group defines both, and assumes of each constant what is said    *)
(* here.                                                                   *)
(***************************************************************************)

CONSTANTS
  Ring,        \* the ids of all processes, in the direction of travel: a sequence
  On,          \* the election on which a consensus rests; "" if there is none
  Criterion,   \* "id", "load" or "log": who outranks whom (1.1)
  Loads,       \* what each has to do, in the order of Ring: a sequence; <<>>: all the same
  Logs,        \* its log, <<last term, length>>: likewise
  Crashes,     \* how many crashes there are at most in a run (1.6)
  CrashPoints, \* "sends": also inside a step; "steps": only between steps
  Restarts,    \* how many restarts (1.7)
  Initially,   \* "nobody" or "leader" is elected at first, or "themselves" (1.12)
  Initiators,  \* the set of those who detect and start of their own accord (1.10)
  Starts,      \* how many starts without a cause (1.10)
  Timeouts,    \* "sync", "perfect", "any" or "clock" (1.9)
  TimeoutsLeft, \* how many timeouts there are at most in a run, with "any" (1.13)
  Detector,    \* "perfect", "incomplete", "inaccurate" or "eventually-perfect" (1.11)
  Mistakes,    \* how many mistakes one of the last two makes (1.11)
  Channels,    \* "fifo", "bag", "lossy" or "duplicating" (1.2)
  Losses,      \* how many messages a lossy channel loses
  Duplicates,  \* how many deliveries leave the message where it is
  Repair,      \* "lost" or "resent": what was on its way to the dead (1.8)
  Reading,     \* "repaired" or "printed"
  Tm, Tp,      \* by the clock: ticks until a delivery, and for its handling (1.14)
  T, T2, Eta,  \* how long timers run, and how often a process says that it lives
  Gst,         \* ticks until the bounds hold, at the latest
  Ties,        \* "delivery-first" or "timer-first", where both are due
  Timely,      \* {"all"}, or the links that keep the bounds, as in {"1-2", "2-3"}
  Late,        \* ticks until what no one promises is lost; Unlimited: it is not
  Elections,   \* a bound: how many elections each may begin until it dies (1.13)
  Capacity     \* a bound: how many messages one channel may hold (1.13)

VARIABLES
  live,    \* the set of live processes
  fresh,   \* those restarted that have taken no step of the algorithm since
  local,   \* local[i]: the local variables of process i, a record
  decision, \* decision[i]: what i has decided, where a consensus rests on the election
  left,    \* left[i]: how many elections i may still begin
  channel, \* channel[<<j, i>>]: the messages on their way from j to i
  budget,  \* what the adversary has left, a record
  annals,  \* who has led in which term, dead or alive since: a set of records
  clock    \* what runs by the clock, a record (module Clock)
=============================================================================
