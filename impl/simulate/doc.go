// Package simulate lets groups of nodes elect in virtual time, under faults that a seed has drawn. The
// nodes are those of package node, with the loop that runs in earnest; network, clocks and disks are
// imitated. A [Plan] says all that is to happen, so that a run is a function of its plan, and a plan
// one of its seed; and since each fault of a plan begins and ends by itself, any part of them is a
// plan too: that is how [Shrink] finds the few that make a run fail.
//
// A run has two phases. While there are faults nothing bad may happen: there is never a second leader
// of one term. Then everything is healed, and what the algorithm has promised must come: a leader, of
// whom all know ([Promise]).
package simulate
