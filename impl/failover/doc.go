// Failover measures, side by side, how long groups of five nodes are without a leader after theirs
// has been killed: raft and bully of package node over TCP with certificates, hashicorp/raft, and etcd.
//
// Every node is its own process of this same program. The groups take turns, so that other work of the machine
// affects all alike. In its turn a group's leader is killed, the time is measured until a majority of the
// survivors have said that they know another, and the killed one is started again. The next group is not
// disturbed before all five of this one have agreed. Ours run twice: with the detector's default patience, and with
// as much as the others have.
//
// A node says whom it takes for the leader as soon as its system notifies it: nobody polls. The line goes through a
// pipe, and the time is taken where it is read.
package main
