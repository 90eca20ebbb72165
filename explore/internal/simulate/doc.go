// Package simulate runs elections one run at a time: of sizes that nobody can explore, and under
// schedules that have a name.
//
// # What it decides
//
// Nothing about all runs. One run costs what it costs, and of runs drawn at random one sees what is
// typical. Random takes one of the steps that are possible, each as likely as the others; Lockstep
// goes in rounds, in each of which all messages arrive that were sent before it.
//
// # The world
//
// That of package world without anything that befalls processes or channels: no crash, FIFO
// channels, timers that fire when what they wait for can no longer come. The rules are those of
// package model, driven through model.Handler; what surrounds them is written anew, with queues
// instead of numbered contents. A test follows its runs in a World, step by step.
//
// # Limits
//
// A run ends after as many steps as it is given, and says so. Where the algorithm has an
// Algorithm.Most, there may not be more processes.
package simulate
