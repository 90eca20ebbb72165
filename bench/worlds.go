package main

import (
	"fmt"
	"strconv"
)

// A world is one instance of an election, the same for every checker.
type world struct {
	algorithm string // bully or chang-roberts
	n         int    // processes
	elections int    // bully: that each may begin
	crashes   int    // bully: in all
	known     counts // what independent programs agree on, or 0
}

// counts are the size of a state space. A step counts once for each state and action enabled there.
type counts struct{ states, steps int }

func (c counts) String() string { return fmt.Sprintf("%d states, %d steps", c.states, c.steps) }

const bully, ring = "bully", "chang-roberts"

// large are the worlds that are timed.
var large = []world{
	{algorithm: bully, n: 4, elections: 1, crashes: 1, known: counts{2_314_826, 19_362_905}},
	{algorithm: ring, n: 15, known: counts{2_374_741, 25_276_320}},
}

// small are the worlds in which only the counts are compared.
var small = []world{
	{algorithm: ring, n: 3, known: counts{25, 48}},
	{algorithm: ring, n: 4, known: counts{63, 165}},
	{algorithm: ring, n: 5, known: counts{161, 540}},
	{algorithm: ring, n: 6},
	{algorithm: ring, n: 7},
	{algorithm: bully, n: 3, elections: 1},
	{algorithm: bully, n: 3, elections: 1, crashes: 1, known: counts{3_731, 17_817}},
}

// title is the world's name in tables: BULLY(processes, elections, crashes) or CR(processes).
func (w world) title() string {
	if w.algorithm == bully {
		return fmt.Sprintf("BULLY(%d,%d,%d)", w.n, w.elections, w.crashes)
	}
	return fmt.Sprintf("CR(%d)", w.n)
}

// flags are the world as flags of explore.
func (w world) flags() []string {
	flags := []string{"-algo=" + w.algorithm, "-n=" + strconv.Itoa(w.n), "-crashes=" + strconv.Itoa(w.crashes)}
	if w.algorithm == bully {
		flags = append(flags, "-timeouts=any", "-starts=unlimited", "-elections="+strconv.Itoa(w.elections))
	}
	if w.crashes > 0 {
		flags = append(flags, "-crash-points=steps")
	}
	return flags
}

// named returns the worlds of those algorithms; of no algorithm, all.
func named(worlds []world, algorithms []string) ([]world, error) {
	if len(algorithms) == 0 {
		return worlds, nil
	}
	var chosen []world
	for _, algorithm := range algorithms {
		if algorithm != bully && algorithm != ring {
			return nil, fmt.Errorf("-worlds: %q is none of %s, %s", algorithm, bully, ring)
		}
		for _, w := range worlds {
			if w.algorithm == algorithm {
				chosen = append(chosen, w)
			}
		}
	}
	return chosen, nil
}
