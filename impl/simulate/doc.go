// Package simulate runs groups of nodes in virtual time, under faults drawn from a seed. The nodes are those of
// package node, with their real loop; network, clocks and disks are simulated. A [Plan] lists all faults and
// events. A run is a function of its plan, and a plan of its seed. Each fault of a plan begins and ends on its
// own, so any subset of the faults is a plan too.
//
// A run has two phases. During the faults a term never has a second leader. Then all faults end, and the
// algorithm must elect a leader that all know, unless it [impl.Algorithm.Blocks].
package simulate
