// Failover measures, side by side, how long groups of five nodes are without a leader after theirs
// has been killed, and what the nodes cost while nothing happens: raft and bully of package node over
// TCP with certificates, hashicorp/raft, and etcd.
//
// Every node is a process of its own, of this same program. The groups take turns, so that whatever
// else the machine does hits all alike. In its turn a group's leader is killed, the time is taken
// until a majority of the survivors have said that they know another, and it is started again. The
// next group is not disturbed before all five of this one have agreed.
//
// Ours run twice, with the patience of their detector as by default and with as much as the others have. All groups are
// then left alone, at once, and it is counted how often a node wrongly suspects another, and a leader ceases to lead.
//
// A node says whom it takes for the leader as soon as it is notified of it by the system that it
// runs: nobody polls. The line goes through a pipe, and the time is taken where it is read.
package main
