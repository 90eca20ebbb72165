package main

import (
	"fmt"
	"io"
	"slices"
)

// A target is the least ratio of a contestant's CPU time to that of one worker of explore.
type target struct {
	contestant string
	factor     float64
}

var targets = []target{
	{"Stateright DFS, 1 thread", 3},
	{"Spin", 3},
	{"Stateright BFS, 1 thread", 5},
	{"TLC, 1 worker", 60},
}

// report prints which targets are met. The error is errTargets if one is missed, as is that of a contestant that did not run.
func report(w io.Writer, tables []table) (err error) {
	fmt.Fprintln(w)
	for _, t := range tables {
		for _, target := range targets {
			i := slices.IndexFunc(t.rows, func(r row) bool { return r.name == target.contestant })
			if i < 0 || t.rows[0].name != "explore, 1 worker" {
				err = errTargets
				fmt.Fprintf(w, "%s: %s was not measured with explore: NOT MET\n", t.world.title(), target.contestant)
				continue
			}
			verdict := "met"
			if t.rows[i].ratio < target.factor {
				verdict, err = "NOT MET", errTargets
			}
			fmt.Fprintf(w, "%s: %s takes %.2f times as long as explore, target %.0f: %s\n",
				t.world.title(), target.contestant, t.rows[i].ratio, target.factor, verdict)
		}
	}
	return err
}
