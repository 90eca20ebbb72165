// Package traces defines how a node records a run, for the model to follow: the format, its writer and
// its reader.
//
// A trace is a folder with one file per node, of one JSON object a line:
//
//	{"interrex":2,"run":"r","algorithm":"bully","ids":[1,2],"node":1,"incarnation":1,"configuration":{"T":"1s"}}
//	{"seq":1,"clock":[10000000001,0],"action":"boot","after":{"mode":"idle","elected":"⊥"}}
//	{"seq":2,"clock":[10000000002,0],"action":"start","sends":[{"id":"1.1.1","to":2,"message":"ELECTION(1)"}],"after":{"mode":"waiting for OK","elected":"⊥"}}
//	{"end":2}
//
// A [Header] begins an incarnation of the node, each [Event] is one step, and an end gives the number of
// events. The file of a restarted node has several incarnations in order; one that was killed has no
// end. A line is written completely before any message of its step is sent. So a kill can only lose the
// last step, before any other node has received from it, or truncate its line, which then lacks the
// newline.
//
// The events report and withdraw record which nodes a node suspects. Steps that depend on a suspicion,
// such as detecting a dead leader or skipping a member of a ring, are checked against them.
// docs/traces.md has the rules, and a run by hand in a few lines of Python.
//
// Reading is strict: an unknown, missing or repeated field, a gap, or a value of the wrong kind is an
// error with file and line.
package traces
