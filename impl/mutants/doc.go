// Package mutants wounds what surrounds the pure steps of an election: the loop that makes them, the
// network that carries their messages, the disk that keeps what must survive them. The steps have their
// own mutants, in traces/drive.
//
// A mutant is a patch: some lines of one file, and their replacement. It is compiled by go test -overlay, so
// the tree never changes and any line can be wounded, and given to the one test that must fail because of
// it. A mutant that passes, that does not compile, whose lines are gone, or on which the test hangs, is an error of
// this package's tests.
//
//	INTERREX_TESTS=all go test ./impl/mutants
package mutants
