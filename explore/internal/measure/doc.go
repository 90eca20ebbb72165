// Package measure is the command measure: what the runs of an election cost, in messages and in message delays.
//
// explore.go has the least and the greatest cost of all runs, phases.go those of each phase, growth.go chains without end; draw.go and
// walk.go draw runs at random, from the graph or through the world. point.go adds up several orders of the ids.
package measure
