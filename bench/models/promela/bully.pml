/*
 * The bully with timeouts that may fire at any time and unlimited starts, packed by hand for speed.
 * spec/bully.md has the rules.
 *
 *   -DN=3   number of processes, at most 4; the process at index i has the id i+1
 *   -DK=1   elections that each process begins, at most 2
 *   -DC=1   most crashes, between two steps
 *
 * process[i] is 0 for a dead process, and otherwise
 *   bits 0-1   mode
 *   bits 2-4   elected; 0 means no leader
 *   bits 5-6   elections left
 *   bit 7      1
 * channel[from*N+to] is a queue of at most four messages of two bits, its head in the lowest; 0 means no message.
 *
 * One Promela process with one transition per step, so that Spin counts no other interleavings.
 */
#ifndef N
#define N 3
#endif
#ifndef K
#define K 1
#endif
#ifndef C
#define C 1
#endif

#define IDLE 0
#define WAITING_FOR_OK 1
#define WAITING_FOR_COORDINATOR 2

#define ELECTION 1
#define OK 2
#define COORDINATOR 3

#define CHANNEL(from, to) channel[(from) * N + (to)]
#define HEAD(from, to) (CHANNEL(from, to) & 3)
#define LIVE(i) (process[i] != 0)
#define MODE(i) (process[i] & 3)
#define ELECTED(i) ((process[i] >> 2) & 7)
#define LEFT(i) ((process[i] >> 5) & 3)

byte process[N] = 128 + 32 * K;
byte channel[N * N];
byte crashes_left = C;

/* Used within one step only. */
hidden byte m;
hidden byte k;

#define APPENDED(queue, message) \
	(queue == 0 -> message : \
	(queue < 4 -> queue | (message << 2) : \
	(queue < 16 -> queue | (message << 4) : queue | (message << 6))))

/* Messages to dead processes are lost. */
inline send(from, to, message) {
	if
	:: LIVE(to) ->
		assert(CHANNEL(from, to) < 64);
		CHANNEL(from, to) = APPENDED(CHANNEL(from, to), message)
	:: else -> skip
	fi
}

#define SET_MODE(i, mode) process[i] = (process[i] & 252) | mode
#define IDLE_WITH(i, id) process[i] = (process[i] & 224) | ((id) << 2)

inline announce(i) {
	IDLE_WITH(i, i + 1);
	k = 0;
	do
	:: k < i -> send(i, k, COORDINATOR); k++
	:: else -> break
	od;
	k = 0
}

inline begin(i) {
	if
	:: LEFT(i) == 0 -> SET_MODE(i, IDLE)
	:: LEFT(i) > 0 && i == N - 1 -> process[i] = process[i] - 32; announce(i)
	:: LEFT(i) > 0 && i < N - 1 ->
		process[i] = process[i] - 32;
		SET_MODE(i, WAITING_FOR_OK);
		k = i + 1;
		do
		:: k < N -> send(i, k, ELECTION); k++
		:: else -> break
		od;
		k = 0
	fi;
	assert(ELECTED(i) <= N)	/* validity, so that elected is read */
}

inline take(from, to) {
	m = HEAD(from, to);
	CHANNEL(from, to) = CHANNEL(from, to) >> 2;
	if
	:: m == ELECTION ->
		send(to, from, OK);
		if
		:: MODE(to) == IDLE -> begin(to)
		:: else -> skip
		fi
	:: m == OK && MODE(to) == WAITING_FOR_OK -> SET_MODE(to, WAITING_FOR_COORDINATOR)
	:: m == OK && MODE(to) != WAITING_FOR_OK -> skip
	:: m == COORDINATOR -> IDLE_WITH(to, from + 1)
	fi
}

/* Messages to a dead process are lost, and all dead processes have the same state. */
inline die(i) {
	process[i] = 0;
	crashes_left--;
	k = 0;
	do
	:: k < N -> CHANNEL(k, i) = 0; k++
	:: else -> break
	od;
	k = 0
}

#define STEPS(i) \
	:: d_step { LIVE(i) && MODE(i) == IDLE && LEFT(i) > 0 -> begin(i) } \
	:: d_step { MODE(i) == WAITING_FOR_OK -> announce(i) } \
	:: d_step { MODE(i) == WAITING_FOR_COORDINATOR -> begin(i) } \
	:: d_step { LIVE(i) && crashes_left > 0 -> die(i) }
#define TAKES(i, j) \
	:: d_step { HEAD(i, j) != 0 -> take(i, j) } \
	:: d_step { HEAD(j, i) != 0 -> take(j, i) }

active proctype group() {
	do
	STEPS(0)
	STEPS(1)
	TAKES(0, 1)
#if N > 2
	STEPS(2)
	TAKES(0, 2)
	TAKES(1, 2)
#endif
#if N > 3
	STEPS(3)
	TAKES(0, 3)
	TAKES(1, 3)
	TAKES(2, 3)
#endif
	od
}
