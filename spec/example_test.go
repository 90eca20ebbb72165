package spec_test

import (
	"fmt"

	"interrex/spec"
)

// Three processes: the highest has come back, and both it and its substitute lead.
func Example() {
	view := spec.View{Processes: []spec.Process{
		{ID: 1, Rank: 1, Live: true, Elected: 2},
		{ID: 2, Rank: 2, Live: true, Elected: 2},
		{ID: 3, Rank: 3, Live: true, Elected: 3},
	}}
	for _, p := range spec.Default() {
		if p.Always != nil && !p.Always(view) {
			fmt.Printf("%s: %s\n", p.Name, p.Violation)
		}
	}
	// Output:
	// one-leader: two live processes consider themselves the leader
	// elected-is-max: a live process has elected one that another live process outranks
	// agreement: two live processes have elected different live processes
}

// The rules of a page, by number.
func ExampleRules() {
	for _, r := range spec.Rules("ring.md") {
		fmt.Print(r.ID, " ")
	}
	// Output: RI1 RI2 RI3 RI4 RI5 RI6
}
