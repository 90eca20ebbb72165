/*
 * What an election must do (spec/election.md, section 2), for the twins of its algorithms.
 *
 * With VERDICTS, each step ends by judging the state that it leads to. A verdict on a state
 * follows from the state, so the bits below add no states. Without VERDICTS nothing is judged:
 * such a run is for counting.
 *
 * Whoever includes this file declares N, live[], elected[], channel[], NOBODY, and the macros
 * ID(i) and TAKES_PART(i).
 *
 * SOME(f, x) is: f(i, x) for some place i. Promela has no quantifiers, and a guard no loops.
 */
#if N == 1
#define SOME(f, x) (f(0, x))
#elif N == 2
#define SOME(f, x) (f(0, x) || f(1, x))
#elif N == 3
#define SOME(f, x) (f(0, x) || f(1, x) || f(2, x))
#elif N == 4
#define SOME(f, x) (f(0, x) || f(1, x) || f(2, x) || f(3, x))
#elif N == 5
#define SOME(f, x) (f(0, x) || f(1, x) || f(2, x) || f(3, x) || f(4, x))
#else
#error N is 1 to 5
#endif

#ifndef VERDICTS

inline judge() { skip }
inline begin_judging() { skip }

#else

bool single = true;	/* no two live processes consider themselves the leader */
bool highest = true;	/* no live process outranks one that a live process has elected */
bool agreed = true;	/* those who have elected a live process have elected the same one */
bool valid = true;	/* nobody has elected anyone who is no process of the group */
bool under_way;		/* a live process takes part, or a message is on its way */
bool alive;		/* or at least a live process has elected someone */
bool decided;		/* all live processes have elected the same live process */
bool at_rest;		/* no step is possible: the run is over */

/* Used while judging, and 0 between steps. */
byte p, q, leaders, living, followers;
byte chosen;		/* a live process that a live process has elected */
bool member, breathing;

inline judge() {
	single = true; highest = true; agreed = true; valid = true;
	under_way = false; alive = false;
	for (p : 0 .. N - 1) {
		if
		:: live[p] ->
			living++;
			under_way = under_way || TAKES_PART(p);
			if
			:: elected[p] != NOBODY -> judge_choice(elected[p]); alive = true
			:: else -> skip
			fi;
			leaders = leaders + (elected[p] == ID(p))
		:: else -> skip
		fi
	}
	for (p : 0 .. N * N - 1) {
		under_way = under_way || len(channel[p]) > 0	/* never to a dead one */
	}
	single = leaders <= 1;
	alive = alive || under_way;
	decided = agreed && living > 0 && followers == living;
	p = 0; q = 0; leaders = 0; living = 0; followers = 0; chosen = 0;
	member = false; breathing = false
}

/* A live process has elected e: what of it? */
inline judge_choice(e) {
	member = false; breathing = false;
	for (q : 0 .. N - 1) {
		member = member || ID(q) == e;
		breathing = breathing || (ID(q) == e && live[q]);
		highest = highest && !(live[q] && ID(q) > e)
	}
	valid = valid && member;
	if
	:: breathing ->
		agreed = agreed && (chosen == NOBODY || chosen == e);
		chosen = e;
		followers++
	:: else -> skip
	fi
}

/* Notices the end of a run. */
proctype Rest() {
	timeout -> at_rest = true
}

inline begin_judging() {
	judge();
	run Rest()
}

ltl one_leader     { [] single }
ltl elected_is_max { [] highest }
ltl agreement      { [] agreed }
ltl validity       { [] valid }
ltl not_stuck      { [] !(at_rest && under_way) }
ltl decides        { [] (alive -> <> (decided || !alive)) }
ltl ends           { [] (under_way -> <> !under_way) }

#endif
