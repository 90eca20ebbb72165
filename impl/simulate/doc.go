// Package simulate lets groups of nodes elect in virtual time, under faults drawn from a seed. The nodes are those
// of package node, with their real loop; network, clocks and disks are simulated. A [Plan] lists everything that
// will happen, so a run is a function of its plan, and a plan is a function of its seed. Each fault of a plan
// begins and ends on its own, so any subset of the faults is a plan too: that is how [Shrink] finds the few that
// make a run fail.
//
// A run has two phases. During the faults nothing bad may happen: a term never has a second leader. Then
// everything is healed, and what the algorithm promises must come: a leader that all know ([Promise]).
package simulate
