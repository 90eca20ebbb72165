/*
 * Chang and Roberts on a ring: a twin of spec/chang-roberts.md for Spin.
 *
 * It follows that page and spec/election.md rule by rule and is no translation of the Go code, so
 * that a state space as large as the one that explore finds is evidence for both. README.md beside
 * this file says how to run it and what is compared.
 *
 * ONE STEP of the specification is one transition here: a d_step whose first statement is its
 * guard. Nothing else moves, but for the first transition, in which init makes the processes.
 *
 * A STATE is: who lives; of each process participant and elected; what is in each channel; the
 * crashes that are left. Everything else is constant between steps, or follows from these.
 *
 * A PROCESS OF PROMELA IS AN OBLIGATION, not a process of the ring: one for each channel, which
 * delivers its head, and one for each detector. So Spin's weak fairness of processes (pan -f) is
 * the fairness of spec/election.md, section 2.4. The adversary's processes owe nothing: whenever
 * they may act they may also pass.
 *
 * Processes of the ring are known by their places 0 to N-1 in the direction of travel. Their ids
 * are what they compare and send.
 *
 *   -DN=3            how many processes
 *   -DIDS={1,2,3}    their ids, in ring order
 *   -DCRASHES=0      at most so many crash; always between steps, since none sends two messages
 *   -DRESENT         ring repair: what was on its way to the dead is sent on, not lost
 *   -DLEADER=3       at first all have elected the process with this id; left out: nobody
 *   -DSLOTS=6        room in a channel. Too little is an error of the run and not a smaller world
 *   -DVERDICTS       judge each state, for the formulas of verdicts.pml; left out: for counting
 *   -DWOUND          a wrong CR4, which a comparison must notice: nothing is ever swallowed
 */
#ifndef N
#define N 3
#endif
#ifndef IDS
#define IDS {1, 2, 3}
#endif
#ifndef CRASHES
#define CRASHES 0
#endif
#ifndef LEADER
#define LEADER NOBODY
#endif
#ifndef SLOTS
#define SLOTS 6
#endif

#define NOBODY 0

mtype = { ELECTION, ELECTED };	/* each carries an id */

byte id[N] = IDS;
#define ID(i) id[i]
bool live[N] = true;
bool participant[N];
byte elected[N] = LEADER;
byte crashes_left = CRASHES;

/* A channel for each two places, and one from each place to itself: ring repair can make any two
 * processes neighbours, and the last one alive sends to itself. */
chan channel[N * N] = [SLOTS] of { mtype, byte };
#define CHANNEL(from, to) channel[(from) * N + (to)]

/* Used within one step, and 0 between steps. (Spin would hide them from the state, but does not
 * search a model with hidden variables breadth first.) */
mtype kind;		/* the message taken */
byte who;		/* the id in it */
byte near, far, k;	/* places */

#define TAKES_PART(i) participant[i]	/* (2.1) */
#include "verdicts.pml"

/* The last thing in every step. */
inline finish() {
	kind = 0; who = 0; near = 0; far = 0; k = 0;
	judge()
}

/* near := the next live place after i; i itself if there is no other (1.8). */
inline find_next(i) {
	near = (i + 1) % N;
	do
	:: !live[near] && near != i -> near = (near + 1) % N
	:: else -> break
	od
}

/* far := the live place before i; i itself if there is no other. */
inline find_previous(i) {
	far = (i + N - 1) % N;
	do
	:: !live[far] && far != i -> far = (far + N - 1) % N
	:: else -> break
	od
}

inline pass(i, message, carried) {
	find_next(i);
	CHANNEL(i, near)!message, carried
}

inline start(i) {
	participant[i] = true;					/* CR1 */
	pass(i, ELECTION, ID(i))
}

inline take(i) {
	if
	:: kind == ELECTION && who > ID(i) ->			/* CR2 */
		participant[i] = true;
		pass(i, ELECTION, who)
	:: kind == ELECTION && who < ID(i) && !participant[i] ->	/* CR3 */
		participant[i] = true;
		pass(i, ELECTION, ID(i))
	:: kind == ELECTION && who < ID(i) && participant[i] ->	/* CR4 */
#ifdef WOUND
		pass(i, ELECTION, who)
#else
		skip
#endif
	:: kind == ELECTION && who == ID(i) ->			/* CR5 */
		participant[i] = false;
		elected[i] = ID(i);
		pass(i, ELECTED, ID(i))
	:: kind == ELECTED && who != ID(i) ->			/* CR6 */
		participant[i] = false;
		elected[i] = who;
		pass(i, ELECTED, who)
	:: kind == ELECTED && who == ID(i) ->			/* CR6, the leader's own */
		skip
	fi
}

/* The crash of i (1.6). Its channels empty into nothing or, with RESENT, nearest sender first into
 * the channel that now leads past it. All dead processes are alike. */
inline die(i) {
	live[i] = false;
	participant[i] = false;
	elected[i] = NOBODY;
	crashes_left--;
	find_next(i);
	find_previous(i);
	for (k : 1 .. N) {
		do
		:: len(CHANNEL((i + N - k) % N, i)) > 0 ->
			CHANNEL((i + N - k) % N, i)?kind, who;
#ifdef RESENT
			if
			:: near != i -> CHANNEL(far, near)!kind, who
			:: else -> skip
			fi
#endif
		:: else -> break
		od
	}
}

/* The delivery of the head of a channel: owed. */
proctype Delivery(byte from, to) {
	do
	:: d_step { CHANNEL(from, to)?kind, who -> take(to); finish() }
	od
}

#define DIED(e)	SOME(HAS_DIED, e)
#define HAS_DIED(j, e) (ID(j) == e && !live[j])

/* The detection of a dead leader by a perfect detector: owed. */
proctype Detection(byte i) {
	do
	:: d_step {
		live[i] && !participant[i] && DIED(elected[i]) ->	/* CR7 */
		elected[i] = NOBODY;
		start(i);
		finish()
	   }
	od
}

#define MAY_START(i) (live[i] && !participant[i] && elected[i] == NOBODY)
#define MAY_CRASH(i) (live[i] && crashes_left > 0)

/* What may befall i, and is never owed. */
proctype Adversary(byte i) {
	do
	:: d_step { MAY_START(i) -> start(i); finish() }
	:: d_step { MAY_CRASH(i) -> die(i); finish() }
#ifdef VERDICTS
	:: MAY_START(i) || MAY_CRASH(i)	/* and yet it does nothing */
#endif
	od
}

init {
	byte i, j;
	atomic {
		for (i : 0 .. N - 1) {
			for (j : 0 .. N - 1) {
				run Delivery(i, j)
			}
			run Detection(i);
			run Adversary(i)
		}
		begin_judging()
	}
}
