/*
 * The bully: a twin of spec/bully.md for Spin.
 *
 * It follows that page and spec/election.md rule by rule and is no translation of the Go code, so
 * that a state space as large as the one that explore finds is evidence for both. README.md beside
 * this file says how to run it and what is compared.
 *
 * ONE STEP of the specification is one transition here: a d_step whose first statement is its
 * guard. Nothing else moves, but for the first transition, in which init makes the processes.
 *
 * A STATE is: who lives; of each process mode, elected and the elections that it has left; what is
 * in each channel; the crashes and starts that are left. Everything else is constant between
 * steps, or follows from these.
 *
 * A PROCESS OF PROMELA IS AN OBLIGATION, not a process of the election: one for each channel,
 * which delivers its head, one for each timer, one for each detection. So Spin's weak fairness of
 * processes (pan -f) is the fairness of spec/election.md, section 2.4. The adversary's processes
 * owe nothing: whenever they may act they may also pass. A step with a crash inside stands beside
 * the whole one, in the same process; there are at most CRASHES of them in a run, so that no cycle
 * of steps has one, and they discharge nothing for ever.
 *
 * Processes of the election are known by their places 0 to N-1. Place i has the id i+1.
 *
 *   -DN=3            how many processes
 *   -DCRASHES=1      at most so many crash
 *   -DAT_STEPS       a crash falls between two steps only; left out: also inside a step, after
 *                    some of its messages, but not all
 *   -DSTARTS=1       elections begun without cause, of all processes together, or UNLIMITED
 *   -DELECTIONS=2    elections that each process may begin; left out: UNLIMITED
 *   -DTIMEOUTS=SYNC  or PERFECT, or ANY (1.9)
 *   -DLEADER=3       at first all have elected the process with this id; left out: nobody
 *   -DSLOTS=6        room in a channel. Too little is an error of the run and not a smaller world
 *   -DVERDICTS       judge each state, for the formulas of verdicts.pml; left out: for counting
 *   -DWOUND          a wrong BU7, which a comparison must notice: who waits for an OK goes on waiting
 */
#ifndef N
#define N 3
#endif
#ifndef CRASHES
#define CRASHES 1
#endif
#ifndef STARTS
#define STARTS 1
#endif
#ifndef ELECTIONS
#define ELECTIONS UNLIMITED
#endif
#ifndef TIMEOUTS
#define TIMEOUTS SYNC
#endif
#ifndef LEADER
#define LEADER NOBODY
#endif
#ifndef SLOTS
#define SLOTS 6
#endif

#define NOBODY 0
#define UNLIMITED 255

#define SYNC 1
#define PERFECT 2
#define ANY 3

mtype = { IDLE, WAITING_FOR_OK, WAITING_FOR_COORDINATOR };	/* modes */
mtype = { ELECTION, OK, COORDINATOR };				/* messages: the channel says of whom */

#define ID(i) ((i) + 1)

bool live[N] = true;
mtype mode[N] = IDLE;
byte elected[N] = LEADER;
byte elections_left[N] = ELECTIONS;
byte crashes_left = CRASHES;
byte starts_left = STARTS;

chan channel[N * N] = [SLOTS] of { mtype };
#define CHANNEL(from, to) channel[(from) * N + (to)]

/* Used within one step, and 0 between steps. (Spin would hide them from the state, but does not
 * search a model with hidden variables breadth first.) */
mtype kind;	/* the message taken */
byte room;	/* how many messages the process may still send before it dies */
byte k, m;	/* places */

#define TAKES_PART(i) (mode[i] != IDLE)	/* (2.1) */
#include "verdicts.pml"

/* A step sends its WHOLE messages, or a prefix of 1, 2, ... of them, and then i dies. */
#define WHOLE 255

/* The last thing in every step: i dies if the step has a crash inside. */
inline finish(i, prefix) {
	if
	:: prefix != WHOLE -> die(i)
	:: else -> skip
	fi;
	kind = 0; room = 0; k = 0; m = 0;
	judge()
}

/* The crash of i (1.6): what was on its way to it is lost. All dead processes are alike. */
inline die(i) {
	live[i] = false;
	mode[i] = IDLE;
	elected[i] = NOBODY;
	elections_left[i] = 0;
	crashes_left--;
	for (m : 0 .. N - 1) {
		do
		:: len(CHANNEL(m, i)) > 0 -> CHANNEL(m, i)?kind
		:: else -> break
		od
	}
}

/* Messages to the dead are lost, and counted. */
inline send(i, to, message) {
	if
	:: room > 0 && live[to] -> room--; CHANNEL(i, to)!message
	:: room > 0 && !live[to] -> room--
	:: else -> skip
	fi
}

/* A prefix is proper: shorter than what the step sends. */
#define MAY_SEND(prefix, count) \
	(prefix == WHOLE || (prefix < (count) && MAY_CRASH_INSIDE))
#ifdef AT_STEPS
#define MAY_CRASH_INSIDE false
#else
#define MAY_CRASH_INSIDE (crashes_left > 0)
#endif

inline announce(i) {
	elected[i] = ID(i);
	mode[i] = IDLE;
	for (k : 1 .. i) { send(i, k - 1, COORDINATOR) }
}

/* To begin an election. Who has none left does not, and is idle. */
inline begin(i) {
	if
	:: elections_left[i] == 0 ->
		mode[i] = IDLE
	:: elections_left[i] > 0 && i == N - 1 ->	/* BU1 */
		pay(i);
		announce(i)
	:: elections_left[i] > 0 && i < N - 1 ->	/* BU2 */
		pay(i);
		mode[i] = WAITING_FOR_OK;
		for (k : i + 1 .. N - 1) { send(i, k, ELECTION) }
	fi
}

inline pay(i) {
	if
	:: elections_left[i] != UNLIMITED -> elections_left[i]--
	:: else -> skip
	fi
}

#define BEGINNING_SENDS(i) (elections_left[i] == 0 -> 0 : (i == N - 1 -> i : N - 1 - i))

inline take(i, from, prefix) {
	room = prefix;
	CHANNEL(from, i)?kind;
	if
	:: kind == ELECTION ->				/* BU3 */
		send(i, from, OK);
		if
		:: mode[i] == IDLE -> begin(i)
		:: else -> skip
		fi
	:: kind == OK && mode[i] == WAITING_FOR_OK ->	/* BU4 */
		mode[i] = WAITING_FOR_COORDINATOR
	:: kind == OK && mode[i] != WAITING_FOR_OK ->	/* BU4: nobody waits for it */
		skip
	:: kind == COORDINATOR ->			/* BU7 */
		elected[i] = ID(from);
#ifdef WOUND
		mode[i] = (mode[i] == WAITING_FOR_OK -> WAITING_FOR_OK : IDLE)
#else
		mode[i] = IDLE
#endif
	fi;
	finish(i, prefix)
}

/* Only BU3 answers a message with more than one. */
#define TAKING_SENDS(i, from) \
	(CHANNEL(from, i)?[ELECTION] -> 1 + (mode[i] == IDLE -> BEGINNING_SENDS(i) : 0) : 1)
#define MAY_TAKE(i, from, prefix) \
	(len(CHANNEL(from, i)) > 0 && MAY_SEND(prefix, TAKING_SENDS(i, from)))

/* What each process may do WHOLE, it may also do in part: up to N messages leave in a step. */
proctype Delivery(byte from, i) {
	do
	:: d_step { MAY_TAKE(i, from, WHOLE) -> take(i, from, WHOLE) }
	:: d_step { MAY_TAKE(i, from, 1) -> take(i, from, 1) }
#if N > 2
	:: d_step { MAY_TAKE(i, from, 2) -> take(i, from, 2) }
#endif
#if N > 3
	:: d_step { MAY_TAKE(i, from, 3) -> take(i, from, 3) }
#endif
	od
}

/*
 * The timers. What could still bring what a timer waits for is written in spec/bully.md, Timers.
 */
#define BRINGS_OK(j, i) (CHANNEL(j, i)??[OK] || CHANNEL(i, j)??[ELECTION])
#define BRINGS_COORDINATOR(j, i) \
	(CHANNEL(j, i)??[COORDINATOR] || (j > i && live[j] && (mode[j] != IDLE || IS_CALLED(j))))
#define IS_CALLED(j) ANY_PLACE(CALLS, j)
#define CALLS(l, j) CHANNEL(l, j)??[ELECTION]

/* Does one who is dead still speak to anyone? */
#define SPEAKS(j) ANY_PLACE(SPEAKS_TO, j)
#define SPEAKS_TO(l, j) (len(CHANNEL(j, l)) > 0)
#define DEAD_ABOVE_SPEAKS(j, i) (j > i && !live[j] && SPEAKS(j))

/* SOME within SOME: a macro does not expand within itself. */
#if N == 1
#define ANY_PLACE(f, x) (f(0, x))
#elif N == 2
#define ANY_PLACE(f, x) (f(0, x) || f(1, x))
#elif N == 3
#define ANY_PLACE(f, x) (f(0, x) || f(1, x) || f(2, x))
#elif N == 4
#define ANY_PLACE(f, x) (f(0, x) || f(1, x) || f(2, x) || f(3, x))
#else
#error bully.pml: N is 1 to 4
#endif

#if TIMEOUTS == ANY
#define MAY_FIRE(brings, i) true
#elif TIMEOUTS == PERFECT
#define MAY_FIRE(brings, i) (!SOME(brings, i))
#elif TIMEOUTS == SYNC
#define MAY_FIRE(brings, i) (!SOME(brings, i) && !SOME(DEAD_ABOVE_SPEAKS, i))
#else
#error TIMEOUTS is SYNC, PERFECT or ANY
#endif

#define MAY_LEAD(i, prefix) \
	(mode[i] == WAITING_FOR_OK && MAY_FIRE(BRINGS_OK, i) && MAY_SEND(prefix, i))
#define MAY_REPEAT(i, prefix) \
	(mode[i] == WAITING_FOR_COORDINATOR && MAY_FIRE(BRINGS_COORDINATOR, i) \
	 && MAY_SEND(prefix, BEGINNING_SENDS(i)))

inline lead(i, prefix) { room = prefix; announce(i); finish(i, prefix) }	/* BU5 */
inline repeat(i, prefix) { room = prefix; begin(i); finish(i, prefix) }		/* BU6 */

proctype TimerT(byte i) {
	do
	:: d_step { MAY_LEAD(i, WHOLE) -> lead(i, WHOLE) }
	:: d_step { MAY_LEAD(i, 1) -> lead(i, 1) }
#if N > 3
	:: d_step { MAY_LEAD(i, 2) -> lead(i, 2) }
#endif
	od
}

proctype TimerT2(byte i) {
	do
	:: d_step { MAY_REPEAT(i, WHOLE) -> repeat(i, WHOLE) }
	:: d_step { MAY_REPEAT(i, 1) -> repeat(i, 1) }
#if N > 3
	:: d_step { MAY_REPEAT(i, 2) -> repeat(i, 2) }
#endif
	od
}

/*
 * Starts and detections (1.10): who is idle begins. Where starts are unlimited there is no separate
 * step of detection: a start does the same, and is owed where a detection would be.
 */
#define BEGINS(i, prefix) \
	(live[i] && mode[i] == IDLE && elections_left[i] > 0 && MAY_SEND(prefix, BEGINNING_SENDS(i)))

#define LEADER_DIED(i) (elected[i] != NOBODY && !live[elected[i] - 1])
#if TIMEOUTS == SYNC
#define HAS_LOST_LEADER(i) (LEADER_DIED(i) && !SPEAKS(elected[i] - 1))
#else
#define HAS_LOST_LEADER(i) LEADER_DIED(i)
#endif

#if STARTS == UNLIMITED
#define MAY_START(i, prefix) (BEGINS(i, prefix) && !HAS_LOST_LEADER(i))
#define MAY_SUSPECT(i, prefix) false
inline spend() { skip }
#else
#define MAY_START(i, prefix) (BEGINS(i, prefix) && starts_left > 0)
#if TIMEOUTS == ANY
#define MAY_SUSPECT(i, prefix) \
	(BEGINS(i, prefix) && elected[i] != NOBODY && elected[i] != ID(i) && live[elected[i] - 1])
#else
#define MAY_SUSPECT(i, prefix) false
#endif
inline spend() { starts_left-- }
#endif
#define MAY_DETECT(i, prefix) (BEGINS(i, prefix) && HAS_LOST_LEADER(i))

inline detect(i, prefix) { room = prefix; begin(i); finish(i, prefix) }		/* BU8 */
inline start(i, prefix) { room = prefix; spend(); begin(i); finish(i, prefix) }	/* BU1, BU2 */

proctype Detection(byte i) {
	do
	:: d_step { MAY_DETECT(i, WHOLE) -> detect(i, WHOLE) }
	:: d_step { MAY_DETECT(i, 1) -> detect(i, 1) }
#if N > 3
	:: d_step { MAY_DETECT(i, 2) -> detect(i, 2) }
#endif
	od
}

#define MAY_CRASH(i) (live[i] && crashes_left > 0)

/* What may befall i, and is never owed. */
proctype Adversary(byte i) {
	do
	:: d_step { MAY_START(i, WHOLE) -> start(i, WHOLE) }
	:: d_step { MAY_START(i, 1) -> start(i, 1) }
#if N > 3
	:: d_step { MAY_START(i, 2) -> start(i, 2) }
#endif
	:: d_step { MAY_SUSPECT(i, WHOLE) -> detect(i, WHOLE) }
	:: d_step { MAY_SUSPECT(i, 1) -> detect(i, 1) }
#if N > 3
	:: d_step { MAY_SUSPECT(i, 2) -> detect(i, 2) }
#endif
	:: d_step { MAY_CRASH(i) -> die(i); finish(i, WHOLE) }
#ifdef VERDICTS
	:: MAY_START(i, WHOLE) || MAY_SUSPECT(i, WHOLE) || MAY_CRASH(i)	/* and yet it does nothing */
#endif
	od
}

init {
	byte i, j;
	atomic {
		for (i : 0 .. N - 1) {
			for (j : 0 .. N - 1) {
				if
				:: i != j -> run Delivery(i, j)
				:: else -> skip
				fi
			}
			run TimerT(i);
			run TimerT2(i);
			run Detection(i);
			run Adversary(i)
		}
		begin_judging()
	}
}
