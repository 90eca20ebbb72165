// Package cluster runs a group of nodes on this machine, each a process of its own, and shows who
// leads. Faults may be planned that befall it.
package cluster
