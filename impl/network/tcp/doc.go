// Package tcp is a network of gRPC streams between processes.
//
// Each node opens one stream to each other member and speaks on it: messages, heartbeats, a goodbye.
// The other end only answers how far it has taken the messages. So what one node sends to another
// has one owner at each end, and two nodes that call one another at once do not disturb each other.
//
// Messages to a member are numbered. They are held until they are taken; after a reconnection the
// greeting says how far they have been received, and the rest is sent again. A number that has been
// given up (by Abandon, by a queue that overflows, for an incarnation that is no more) leaves a gap,
// which only a greeting can declare. That makes a channel FIFO and exactly-once between two
// incarnations. Between an incarnation and the next of its peer it ends: what had not been taken is
// lost, as the channels into a process are that crashes (spec/election.md, 1.6).
//
// Both ends prove their names by certificates of the cluster's authority. A caller without one, or with one
// of another cluster, is a stranger; a caller that greets under another's name is a liar. Without
// certificates a network refuses to leave the loopback interface.
package tcp
