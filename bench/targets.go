package main

import "fmt"

// A target says that one worker of explore is at least so many times as fast as a contestant, by CPU time.
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

// judge says of each target whether a table meets it, and whether all are met. A contestant that did not run decides
// nothing, and its target is not met.
func judge(t table) (lines []string, all bool) {
	all = true
	for _, target := range targets {
		line, met := target.judge(t)
		lines = append(lines, line)
		all = all && met
	}
	return lines, all
}

func (g target) judge(t table) (string, bool) {
	for _, r := range t.rows {
		if r.name == g.contestant && r.runs > 0 && t.rows[0].name == "explore, 1 worker" {
			verdict := "met"
			if r.ratio < g.factor {
				verdict = "NOT MET"
			}
			return fmt.Sprintf("%s: %s takes %.2f times as long as explore, wanted %.0f: %s",
				t.world.title(), r.name, r.ratio, g.factor, verdict), r.ratio >= g.factor
		}
	}
	return fmt.Sprintf("%s: %s was not measured beside explore: NOT MET", t.world.title(), g.contestant), false
}
