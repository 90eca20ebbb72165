// Package mutants wounds what surrounds the pure steps of an election: the loop that makes them, the
// network that carries their messages, the disk that keeps what must outlive them. The steps have
// mutants of their own, in traces/drive.
//
// A mutant is a patch: some lines of one file, and what stands in their place. It is compiled by
// go test -overlay, so that the tree is never changed and any line can be wounded, and given to the
// one test that must fail over it. A mutant that passes is a survivor; it stays only with the reason
// why nobody could tell it from the original. One that is not compiled, whose lines are gone, or on
// which the test hangs, is an error of this package's tests.
//
// The table is docs/node-mutants.md.
package mutants
