// Package simulate runs elections one run at a time: of sizes that cannot be explored, and under named schedules.
//
// # What it decides
//
// It decides nothing about all runs. A run shows what it costs, and randomly drawn runs show what is typical.
// Random takes one of the possible steps, all equally likely. Lockstep proceeds in rounds; each delivers all
// messages sent before it.
//
// # The world
//
// The world is that of package world in which nothing happens to processes or channels: no crashes, FIFO channels,
// and timers that fire when what they wait for can no longer come. The rules are those of package model, driven
// through model.Handler. The surroundings are written anew, with queues instead of numbered contents. A test
// follows its runs in a World, step by step.
//
// # Limits
//
// A run ends after the number of steps it is given, and says so. If the algorithm has an Algorithm.Most, the
// election may have no more processes than that.
package simulate
