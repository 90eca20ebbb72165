package checker_test

import (
	"fmt"

	"interrex/checker"
)

// difference returns the lines in which two reports differ.
func difference(got, want *checker.Report) (lines string) {
	list := func(r *checker.Report) (all []string) {
		for _, x := range r.Results {
			all = append(all, fmt.Sprintf("%s: %v %d", x.Property.Name, x.Verdict, x.Count))
			for _, p := range append([]*checker.Path{x.Path}, x.Others...) {
				all = append(all, fmt.Sprintf("%+v", p))
			}
		}
		return append(all, fmt.Sprintf("%+v", r.Deepest), fmt.Sprintf("%+v %d %d %d %d %v %v %q", r.Actions, r.States, r.Steps, r.Terminal, r.Depth, r.Widths, r.Complete, r.Bound))
	}
	a, b := list(got), list(want)
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			for _, l := range [][]string{a, b} {
				if i < len(l) {
					lines += l[i] + "\n"
				}
			}
		}
	}
	return lines
}
