/*
 * Chang and Roberts on a ring, without crashes, packed by hand for speed. spec/chang-roberts.md has the
 * rules.
 *
 *   -DN=3   number of processes, at most 15; index i has the id i+1; ids ascend in the direction of messages
 *
 * cell[i] is process i and the channel into it:
 *   bit 0        participant
 *   bits 1-4     elected; 0 means no leader
 *   bits 5-9     the first message to i
 *   bits 10-14   the second: 0 means no message, an id ELECTION, an id + 16 ELECTED
 * Two messages a channel are enough for every N; a third is an error of the run.
 *
 * One Promela process with one transition per step, so that Spin counts no other interleavings.
 */
#ifndef N
#define N 3
#endif

#define ELECTED 16
#define HEAD(i) ((cell[i] >> 5) & 31)
#define LOCAL(i) (cell[i] & 31)
#define ELECTED_BY(i) (LOCAL(i) >> 1)
#define PARTICIPANT(i) (cell[i] & 1)

short cell[N];

/* Used within one step only. */
hidden int m;

inline send(i, message) {
	assert(cell[((i) + 1) % N] < 1024);
	cell[((i) + 1) % N] = cell[((i) + 1) % N] | ((message) << (HEAD(((i) + 1) % N) == 0 -> 5 : 10))
}

inline start(i) {
	cell[i] = cell[i] | 1;
	send(i, (i) + 1)
}

inline take(i) {
	m = HEAD(i);
	cell[i] = ((cell[i] >> 10) << 5) | LOCAL(i);
	if
	:: m < ELECTED && m > (i) + 1 -> cell[i] = cell[i] | 1; send(i, m)
	:: m < (i) + 1 && !PARTICIPANT(i) -> start(i)
	:: m < (i) + 1 && PARTICIPANT(i) -> skip
	:: m == (i) + 1 -> cell[i] = (cell[i] & 32736) | (((i) + 1) << 1); send(i, ((i) + 1) + ELECTED)
	:: m == (i) + 1 + ELECTED -> skip
	:: m > ELECTED && m != (i) + 1 + ELECTED -> cell[i] = (cell[i] & 32736) | ((m - ELECTED) << 1); send(i, m)
	fi;
	assert(ELECTED_BY(i) <= N)	/* validity, so that elected is read */
}

#define STEPS(i) \
	:: d_step { LOCAL(i) == 0 -> start(i) } \
	:: d_step { HEAD(i) != 0 -> take(i) }

active proctype ring() {
	do
	STEPS(0)
#if N > 1
	STEPS(1)
#endif
#if N > 2
	STEPS(2)
#endif
#if N > 3
	STEPS(3)
#endif
#if N > 4
	STEPS(4)
#endif
#if N > 5
	STEPS(5)
#endif
#if N > 6
	STEPS(6)
#endif
#if N > 7
	STEPS(7)
#endif
#if N > 8
	STEPS(8)
#endif
#if N > 9
	STEPS(9)
#endif
#if N > 10
	STEPS(10)
#endif
#if N > 11
	STEPS(11)
#endif
#if N > 12
	STEPS(12)
#endif
#if N > 13
	STEPS(13)
#endif
#if N > 14
	STEPS(14)
#endif
	od
}
