// Package traces is the contract between a running election and the model: what a node writes down
// of a run, and how it is written and read.
//
// A trace is a folder with one file per node, of one JSON object a line:
//
//	{"interrex":2,"run":"r","algorithm":"bully","ids":[1,2],"node":1,"incarnation":1,"configuration":{"T":"1s"}}
//	{"seq":1,"clock":[10000000001,0],"action":"boot","after":{"mode":"idle","elected":"⊥"}}
//	{"seq":2,"clock":[10000000002,0],"action":"start","sends":[{"id":"1.1.1","to":2,"message":"ELECTION(1)"}],"after":{"mode":"waiting for OK","elected":"⊥"}}
//	{"end":2}
//
// A [Header] begins an incarnation of the node, each [Event] is one step, and an end says how many
// there were. The file of a node that has been restarted has several incarnations, one after the
// other; one that was killed has no end. A line is written whole, before any message of its step
// leaves. So a kill can lose only the last step, which no other node has heard of, or tear its
// line, which then lacks the newline.
//
// The events report and withdraw say which nodes a node takes for dead. Steps that rest on this, such as
// finding a leader dead or passing over a member of a ring, are checked against them.
// docs/traces.md has the rules, and a run by hand in a few lines of Python.
//
// Reading is strict: an unknown, missing or repeated field, a gap, or a value of the wrong
// kind is an error that names file and line.
package traces
