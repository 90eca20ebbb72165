// Package cluster runs a group of nodes on this machine, each in a process of its own, and shows who leads. It can
// apply planned faults to them.
package cluster
