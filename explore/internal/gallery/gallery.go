// Package gallery lists the counterexamples of the site and of docs/counterexamples.md.
package gallery

import "slices"

// A Piece is a counterexample of the gallery.
type Piece struct{ Name, Title, Why, Args string }

// Pieces lists them in the order of the index. Each asks about one property, so its page shows one run.
func Pieces() []Piece { return slices.Clone(pieces) }

var pieces = []Piece{
	{"election-9", "ELECTION(9) goes round for ever", `
Only P9 takes ELECTION(9) off the ring, since only P9 has the id 9. When P9 is dead, no process does: 3, 4 and 8 are lower than 9,
so each passes the message on.`,
		"-algo=ring -ids=4,8,9,3 -crashes=1 -property=ends"},
	{"election-9-undecided", "No leader while ELECTION(9) circulates", `
The same message keeps an election under way that no process can decide.`,
		"-algo=ring -ids=4,8,9,3 -crashes=1 -property=decides"},
	{"remembering-the-highest", "To remember the highest id does not help", `
ring-maxid stops a message with an id below the highest seen. The id of the dead process is the highest, so its message
circulates forever.`,
		"-algo=ring-maxid -n=3 -crashes=1 -property=ends"},
	{"accepted-too-early", "Elected before the election is over", `
The ring of lecture 004 sets elected when it forwards a candidacy. The next process dies with the message. Then one process has
elected a leader and another has not.`,
		"-algo=ring-accept -n=3 -crashes=1 -property=decides"},
	{"two-coordinators", "Two coordinators after a restart", `
The highest process dies, another one takes over, and the highest comes back under its id. Both follow their rules. There are two
leaders until COORDINATOR arrives.`,
		"-algo=bully -n=3 -restarts=1 -property=one-leader"},
	{"early-timeout", "A timeout that comes too early", `
In an asynchronous system a timer may fire while the answer is on its way. A live process is declared dead.`,
		"-algo=bully -n=3 -timeouts=any -property=one-leader"},
	{"between-two-coordinators", "A crash between two COORDINATOR messages", `
The bully sends COORDINATOR to one process after the other, and may die in between. Some processes have elected it and others have
not. Agreement ignores dead leaders; strict-agreement does not.`,
		"-algo=bully -n=3 -property=strict-agreement"},
	{"one-tick-too-short", "The timeout is one tick too short", `
A message takes at most Tm = 2, its handling Tp = 1, so T = 2Tm + Tp = 5 detects
dead processes (lecture 004). Here T is 4.`,
		"-algo=bully -n=3 -timeouts=clock -tm=2 -tp=1 -t=4 -property=one-leader"},
	{"bully-starves", "The bully starves", `
The bully relies on timeouts, so it may never end in an asynchronous system (lecture 000). P2 answers each time. P1 times out before
the answer arrives, and starts again.`,
		"-algo=bully -n=2 -timeouts=any -elections=unlimited -capacity=3 -property=ends"},
	{"late-announcement", "A late announcement", `
An early timeout makes two processes announce themselves. A third process believes the announcement that arrives last, which may be the
wrong one.`,
		"-algo=bully -n=3 -timeouts=any -elections=2 -property=decides"},
	{"lost-coordinator", "One lost message", `
The bully's channels lose nothing. Here one message is lost, and one process never learns of the leader.`,
		"-algo=bully -n=3 -channels=lossy -property=decides"},
	{"recovery-printed", "The bully with recovery, as printed", `
As printed, P3 does not answer ELECTION after it has announced itself. The sender times out and becomes a second leader. No process
crashes.`,
		"-algo=bully-recovery -n=3 -reading=printed -restarts=0 -property=one-leader"},
	{"watched-lost", "The watched ring loses the election", `
Option 1 of lecture 000: the neighbours of a process watch over its election. The repaired
ring loses the messages that were on their way to the dead process, so the watchers wait forever.`,
		"-algo=ring-watch -n=4 -repair=lost -property=not-stuck"},
	{"watched-two-fail", "The ring watched by its neighbours when two fail", `
"But what if the predecessor fails too, and its predecessor?" asks the lecture.`,
		"-algo=ring-watch -n=4 -repair=resent -crashes=2 -capacity=4 -property=ends"},
	{"watched-two-starts", "The watched ring with two starters", `
One process crashes while two elections are under way. The watcher cannot distinguish their messages.`,
		"-algo=ring-watch -n=3 -repair=resent -starts=2 -property=ends"},
	{"detector-printed", "The ring with a failure detector, as printed", `
Option 2 of lecture 000: a process that has seen ELECTION(k) learns that k is dead. As printed the election does not end.`,
		"-algo=ring-detector -n=3 -reading=printed -repair=lost -property=ends"},
	{"detector-lost", "The repaired detector on a ring that loses messages", `
The repaired algorithm ends. If the ring loses messages of the dead process, some processes never learn the result.`,
		"-algo=ring-detector -n=3 -repair=lost -property=decides"},
	{"incomplete-detector", "A detector that may stay silent", `
If the detector may stay silent, the message of the dead process circulates forever. Completeness of the detector would exclude
this run.`,
		"-algo=ring-detector -n=3 -repair=resent -detector=incomplete -property=ends"},
	{"inaccurate-detector", "A live leader is deposed for ever", `
An inaccurate detector suspects a live leader again and again. Each election elects the same leader.`,
		"-algo=ring-detector -n=3 -repair=resent -detector=inaccurate -property=ends"},
	{"lelann-crash", "LeLann's ring with one crash", `
LeLann's ring assumes that no process crashes. P1 waits for an id that never arrives.`,
		"-algo=lelann -n=3 -crashes=1 -property=decides"},
	{"lelann-bag", "LeLann's ring without FIFO", `
A process relies on its own id coming back last. That is true only if no message overtakes another.`,
		"-algo=lelann -n=3 -channels=bag -property=one-leader"},
	{"chang-roberts-crash", "Chang and Roberts with one crash", `
The candidacy dies with P3, and the participants wait forever.`,
		"-algo=chang-roberts -n=3 -crashes=1 -property=not-stuck"},
	{"hirschberg-sinclair-crash", "Hirschberg and Sinclair with one crash", `
A candidate takes its replies off the ring. This candidate is dead, so the reply circulates forever.`,
		"-algo=hirschberg-sinclair -n=3 -crashes=1 -property=ends"},
	{"all-alike", "Processes that are all alike", `
Angluin: no deterministic algorithm elects a leader on a ring of processes without ids.`,
		"-algo=anonymous -n=3 -property=one-leader"},
	{"itai-rodeh-unlucky", "Always the same lots", `
Itai and Rodeh draw lots, and draw again if the lots are equal. This ends with probability 1, and yet an infinite run exists.`,
		"-algo=itai-rodeh -n=2 -property=ends"},
	{"omega-printed", "Ω as printed", `
The Ω of lecture 003 as printed, with timely links. Two processes may trust each other forever, and never the same one.`,
		"-algo=omega-timely -n=3 -reading=printed -property=eventual-leadership"},
	{"omega-no-timely-link", "Ω where no link is timely", `
Without a timely link the timers grow forever, and are always too short.`,
		"-algo=omega-timely -n=2 -timely=nothing -property=eventual-leadership"},
	{"raft-disagrees", "Raft: the leader of a term that is over", `
Raft promises one leader per term. A follower of term 1 still follows its old leader, which is a follower by now. Term 2 has another
leader.`,
		"-algo=raft -n=3 -property=agreement"},
	{"consensus-on-bully", "A consensus that trusts its leader", `
A process that has elected a leader decides a value. A later election may change the leader, but not the decision.`,
		"-algo=consensus -on=bully -n=3 -property=same-decision"},
}
