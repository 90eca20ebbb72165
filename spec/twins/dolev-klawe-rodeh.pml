/*
 * Dolev, Klawe and Rodeh: the maximum of a unidirectional ring in O(n log n) messages. A model of
 * our own, in Promela, of an algorithm of which Spin's distribution has a well-known model too.
 *
 *   D. Dolev, M. Klawe and M. Rodeh. An O(n log n) unidirectional distributed algorithm for
 *   extrema finding in a circle. Journal of Algorithms 3, 245-260, 1982.
 *
 * No page of spec/ is about it. It is here as a third party's yardstick: the number of states of
 * the well-known model is published (15,779 / 106,435 / 723,053 for 5, 6, 7 nodes, without
 * reduction), so both Spin on this text and our explorer on the same model in Go must arrive there.
 *
 * THE ALGORITHM. Each active node carries a value, at first its own number; passive nodes relay.
 * In a phase an active node tells the next active one its value (FIRST), and passes on to it the
 * value that it was told itself (SECOND). So each knows the values of the two before it. Who sees
 * a local maximum in its predecessor's value carries that value on; all others become passive.
 * Whoever is told its own value is alone, and has it: it proclaims the WINNER.
 *
 * ONE STEP is one statement, as it is there, and not one message handled, as in the other twins
 * here: to receive, to test, to send are steps of their own, and other nodes come in between.
 * What Spin puts together, as it always does unless told otherwise (-o3), is one step: a send with
 * the assignment after it, a test with the one after it, an assertion with the one after it. What
 * it forgets when it can be read no more (-o2 would keep it) is no part of the state: the value
 * received, after the winning test of SECOND; the node's own number, once it has lost; and that it
 * knows the winner, once this has been tested. To print is a step. Nodes die in the reverse order
 * of their creation, and init after them all: each death is a step.
 *
 *   -DN=5            how many nodes
 *   -DLOWEST=3       the place, from 1, of the node with the number 1; numbers fall along the ring
 *   -DROOM=10        room in a channel
 */
#ifndef N
#define N 5
#endif
#ifndef LOWEST
#define LOWEST 3
#endif
#ifndef ROOM
#define ROOM 10
#endif

mtype = { FIRST, SECOND, WINNER };

chan ring[N] = [ROOM] of { mtype, byte };

byte proclaimed;	/* nodes that have found themselves to be the winner */

proctype Node(chan before, after; byte number) {
	byte value = number;	/* that it carries while active */
	byte told;		/* by the message in hand */
	byte previous;		/* the value of the active node before it */
	bool contends = true;	/* it is active */
	bool knows;		/* that the winner is proclaimed */

	xr before;	/* nobody else receives from it, or sends to the next: so Spin may put a send */
	xs after;	/* and the assignment after it together, and may reduce */

	printf("a node with the number %d\n", number);
	after!FIRST(number);

	do
	:: before?FIRST(told) ->
		if
		:: contends ->
			if
			:: told != value ->
				after!SECOND(told);
				previous = told
			:: else ->
				assert(told == N);
				knows = true;
				after!WINNER(told)
			fi
		:: else ->
			after!FIRST(told)
		fi

	:: before?SECOND(told) ->
		if
		:: contends ->
			if
			:: previous > told && previous > value ->
				value = previous;
				after!FIRST(previous)
			:: else ->
				contends = false
			fi
		:: else ->
			after!SECOND(told)
		fi

	:: before?WINNER(told) ->
		if
		:: told != number ->
			printf("another one has won\n")
		:: else ->
			printf("this one has won\n");
			proclaimed++;
			assert(proclaimed == 1)
		fi;
		if
		:: knows
		:: else -> after!WINNER(told)
		fi;
		break
	od
}

init {
	byte place;
	atomic {
		for (place : 1 .. N) {
			run Node(ring[place - 1], ring[place % N], (N + LOWEST - place) % N + 1)
		}
	}
}
