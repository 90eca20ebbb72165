// Package tcp is a network of TLS connections between processes, with an object of JSON a line.
//
// Each node opens one connection to each other member and sends on it: messages, heartbeats, a goodbye. The other
// end only acknowledges messages. Both give signs of life. So each direction has one owner at each end, and two
// nodes that connect to one another at once do not interfere.
//
// Messages to a member are numbered and held until they are acknowledged. After a reconnection the greeting
// carries the last number received, and the rest is sent again, but for what was abandoned (by Abandon, by a full
// queue, for a dead incarnation). So a channel is FIFO and exactly-once between two incarnations. It ends with an incarnation of its peer: unacknowledged messages are
// lost, as the channels into a crashed process are (spec/election.md, 1.6).
//
// Both ends prove their names by certificates of the cluster's authority. A caller without one, or with one of
// another cluster, is a stranger; a caller that greets under another's name is an impostor.
package tcp
