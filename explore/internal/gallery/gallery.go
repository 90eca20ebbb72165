// Package gallery lists the counterexamples of the site and of docs/counterexamples.md.
package gallery

import "slices"

// A Piece is a counterexample of the gallery.
type Piece struct{ Name, Title, Why, Args string }

// Pieces lists them in the order of the index. Each asks about one property, so its page shows one run.
func Pieces() []Piece { return slices.Clone(pieces) }

var pieces = []Piece{
	{"election-9", "ELECTION(9) goes round for ever", `
Lecture 000 asks what happens if P9 dies after it has sent ELECTION(9). The ring is repaired, and
nobody is left who would stop the message: only P9 itself compares it with an equal id.`,
		"-algo=ring -ids=4,8,9,3 -crashes=1 -property=ends"},
	{"election-9-undecided", "While it goes round nobody is elected", `
The same message keeps an election alive that can never be decided.`,
		"-algo=ring -ids=4,8,9,3 -crashes=1 -property=decides"},
	{"remembering-the-highest", "To remember the highest id does not help", `
ring-maxid stops a message whose id is lower than the highest that has been seen. That of the dead is
the highest, and goes on for ever.`,
		"-algo=ring-maxid -n=3 -crashes=1 -property=ends"},
	{"accepted-too-early", "Elected before the election is over", `
The ring of lecture 004 sets elected already when it forwards a candidacy. If the message then dies
with the next process, one has elected and another has not.`,
		"-algo=ring-accept -n=3 -crashes=1 -property=decides"},
	{"two-coordinators", "Two coordinators after a restart", `
The highest process dies, another one takes over, and the highest comes back under its id. Each is
right by its own rules, and there are two leaders until COORDINATOR arrives.`,
		"-algo=bully -n=3 -restarts=1 -property=one-leader"},
	{"early-timeout", "A timeout that comes too early", `
In an asynchronous system a timer can fire while the answer is still on its way: whoever it is that
answers lives, and is taken for dead.`,
		"-algo=bully -n=3 -timeouts=any -property=one-leader"},
	{"between-two-coordinators", "A crash between two COORDINATOR messages", `
The bully sends COORDINATOR to one process after the other and can die in between. Some have elected
it and some have not: no harm, says agreement, for it is dead; strict-agreement says otherwise.`,
		"-algo=bully -n=3 -property=strict-agreement"},
	{"one-tick-too-short", "The timeout is one tick too short", `
A message takes at most Tm = 2, its handling Tp = 1, so T = 2Tm + Tp = 5 tells the dead from the
living (lecture 004). Here T is 4.`,
		"-algo=bully -n=3 -timeouts=clock -tm=2 -tp=1 -t=4 -property=one-leader"},
	{"bully-starves", "The bully starves", `
The bully relies on timeouts, so in an asynchronous system it may never end (lecture 000). P2 lives and
answers each time; P1 takes it for dead again before the answer has arrived, and begins anew.`,
		"-algo=bully -n=2 -timeouts=any -elections=unlimited -capacity=3 -property=ends"},
	{"late-announcement", "A late announcement", `
By a timeout that comes too early there are two who announce themselves. Who hears the wrong one last
believes it, and with a bound on the elections nobody begins anew.`,
		"-algo=bully -n=3 -timeouts=any -elections=2 -property=decides"},
	{"lost-coordinator", "One lost message", `
The bully's channels lose nothing. If one message may be lost, who is not told stays behind.`,
		"-algo=bully -n=3 -channels=lossy -property=decides"},
	{"recovery-printed", "The bully with recovery, as printed", `
To the letter P3, which has announced itself, leaves an ELECTION without an answer, and the timer of
its sender makes a second leader. Nobody crashes.`,
		"-algo=bully-recovery -n=3 -reading=printed -restarts=0 -property=one-leader"},
	{"watched-lost", "The watched ring loses the election", `
Option 1 of lecture 000: the neighbours of a process watch over its election. If the repaired ring
loses what was on its way to the dead process, there is nothing left to watch over.`,
		"-algo=ring-watch -n=4 -repair=lost -property=not-stuck"},
	{"watched-two-fail", "The ring watched by its neighbours when two fail", `
"But what if the predecessor fails too, and its predecessor?" asks the lecture.`,
		"-algo=ring-watch -n=4 -repair=resent -crashes=2 -capacity=4 -property=ends"},
	{"watched-two-starts", "The watched ring with two starters", `
One crash only, but two elections under way: whose death is it that the watcher has seen?`,
		"-algo=ring-watch -n=3 -repair=resent -starts=2 -property=ends"},
	{"detector-printed", "The ring with a failure detector, as printed", `
Option 2 of lecture 000: who has seen ELECTION(k) may learn that k is dead. As printed it does not
end.`,
		"-algo=ring-detector -n=3 -reading=printed -repair=lost -property=ends"},
	{"detector-lost", "The mended detector on a ring that loses messages", `
Mended, it ends; but nobody need be elected if the repaired ring loses what was on its way.`,
		"-algo=ring-detector -n=3 -repair=lost -property=decides"},
	{"incomplete-detector", "A detector that may stay silent", `
If a death need not be reported, the message of the dead goes round as if nobody watched. The words
name what would help: that a report which is possible all the time is made, completeness.`,
		"-algo=ring-detector -n=3 -repair=resent -detector=incomplete -property=ends"},
	{"inaccurate-detector", "A live leader is deposed for ever", `
An inaccurate detector takes a live leader for dead as often as it likes. The election that follows
elects the same one again.`,
		"-algo=ring-detector -n=3 -repair=resent -detector=inaccurate -property=ends"},
	{"lelann-crash", "LeLann's ring with one crash", `
LeLann's ring reckons without crashes: the list of P1 waits for an id that never comes round.`,
		"-algo=lelann -n=3 -crashes=1 -property=decides"},
	{"lelann-bag", "LeLann's ring without FIFO", `
That one's own id comes back last is true only if no message overtakes another.`,
		"-algo=lelann -n=3 -channels=bag -property=one-leader"},
	{"chang-roberts-crash", "Chang and Roberts with one crash", `
The candidacy dies with P3, and the participants, who wait for its outcome, wait for ever.`,
		"-algo=chang-roberts -n=3 -crashes=1 -property=not-stuck"},
	{"hirschberg-sinclair-crash", "Hirschberg and Sinclair with one crash", `
A reply is taken off the ring by the candidate that it is for. That one is dead.`,
		"-algo=hirschberg-sinclair -n=3 -crashes=1 -property=ends"},
	{"all-alike", "Processes that are all alike", `
Angluin: no deterministic algorithm elects on a ring of processes without ids. Here all have the same
one.`,
		"-algo=anonymous -n=3 -property=one-leader"},
	{"itai-rodeh-unlucky", "Always the same lots", `
Itai and Rodeh draw lots, and draw again if they are equal. With probability 1 this ends; a run in
which it does not is possible all the same.`,
		"-algo=itai-rodeh -n=2 -property=ends"},
	{"omega-printed", "Ω as printed", `
The Ω of lecture 003 to the letter, where all links are eventually timely: two processes can trust one
another for ever, and never the same one.`,
		"-algo=omega-timely -n=3 -reading=printed -property=eventual-leadership"},
	{"omega-no-timely-link", "Ω where no link is timely", `
Without a link that eventually keeps its bounds the timers grow for ever, and never enough.`,
		"-algo=omega-timely -n=2 -timely=nothing -property=eventual-leadership"},
	{"raft-disagrees", "Raft: the leader of a term that is over", `
Raft promises one leader a term, and no more. A follower of term 1 follows on, although its leader has
been back as a follower since, and term 2 has another one.`,
		"-algo=raft -n=3 -property=agreement"},
	{"consensus-on-bully", "A consensus that trusts its leader", `
Whoever has elected a leader decides what the leader says. The election changes its mind, a decision
cannot.`,
		"-algo=consensus -on=bully -n=3 -property=same-decision"},
}
