// Package mutants mutates the surroundings of the pure steps of an election: the loop, the network and the disk.
// The mutants of the steps are in traces/drive.
//
// A mutant is a patch: some lines of one file, and their replacement. It is compiled by go test -overlay, so the
// tree never changes, and run by the one test that must fail. A mutant that passes, does not compile, has no
// matching lines, or hangs the test, is an error of this package's tests.
//
//	INTERREX_TESTS=all go test ./impl/mutants
package mutants
