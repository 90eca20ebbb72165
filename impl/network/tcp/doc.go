// Package tcp is a network of TLS connections between processes, with an object of JSON a line.
//
// Each node opens one outbound connection to each other member and sends frames on it: messages, heartbeats, a goodbye.
// For the other end the connection is inbound, and it only acknowledges messages. Both give signs of life. So two
// nodes that connect to one another at once do not interfere.
//
// Messages to a member are numbered and held until they are acknowledged. After a reconnection the greeting
// carries the last number received, and the rest is sent again, but for what was abandoned (by Abandon, by a full
// queue, for a dead incarnation). So a channel is FIFO and exactly-once between two incarnations. It ends with an incarnation of its peer: unacknowledged messages are
// lost, as the channels into a crashed process are (spec/election.md, 1.6).
//
// Both ends prove their names by certificates of the cluster's authority. Refused are callers without one, callers with
// one of another cluster, and impostors, which greet under another's name.
package tcp
