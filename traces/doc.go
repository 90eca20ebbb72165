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
// leaves: so what a kill can do is to lose the last step, of which nobody has heard, or to tear its
// line, which then lacks the newline.
//
// Whom a node holds for dead is said by the events report and withdraw, and what rests on that, a leader
// found dead, a member of a ring passed over, is held to it. docs/traces.md has the rules, and a run by
// hand in a few lines of Python.
//
// Reading is strict: a field that is unknown, missing or there twice, a gap, a value of the wrong
// kind is an error that names file and line.
package traces
