package main

import "fmt"

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

// compareWithTargets returns one line for each target, and whether a table meets all. The target of a contestant that did not run is missed.
func compareWithTargets(t table) (lines []string, all bool) {
	all = true
	for _, target := range targets {
		line, met := target.compare(t)
		lines = append(lines, line)
		all = all && met
	}
	return lines, all
}

func (g target) compare(t table) (string, bool) {
	for _, r := range t.rows {
		if r.name == g.contestant && r.runs > 0 && t.rows[0].name == "explore, 1 worker" {
			verdict := "met"
			if r.ratio < g.factor {
				verdict = "NOT MET"
			}
			return fmt.Sprintf("%s: %s takes %.2f times as long as explore, target %.0f: %s",
				t.world.title(), r.name, r.ratio, g.factor, verdict), r.ratio >= g.factor
		}
	}
	return fmt.Sprintf("%s: %s was not measured with explore: NOT MET", t.world.title(), g.contestant), false
}
