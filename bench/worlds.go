package main

import (
	"fmt"
	"strconv"
)

// A world is one instance of an election. All checkers have a model of it.
type world struct {
	algorithm string // bully or chang-roberts
	n         int    // processes
	elections int    // bully: most elections that each process begins
	crashes   int    // bully: most crashes in all
	known     counts // on which independent programs agree; zero means unknown
}

// counts are the size of a state space. Steps are pairs of a state and an action that is enabled in it.
type counts struct{ states, steps int }

func (c counts) String() string { return fmt.Sprintf("%d states, %d steps", c.states, c.steps) }

const bully, ring = "bully", "chang-roberts"

// large are the worlds of the tables of time.
var large = []world{
	{algorithm: bully, n: 4, elections: 1, crashes: 1, known: counts{2_314_826, 19_362_905}},
	{algorithm: ring, n: 15, known: counts{2_374_741, 25_276_320}},
}

// small are the worlds for comparing only counts.
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

// flags returns the flags of explore for the world.
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
