// Package draw lays out one run of processes that exchange messages and renders it: Text as a
// space-time diagram for a terminal, Mermaid as a sequence diagram for a page. It knows a run and
// nothing of elections, of models or of traces.
//
// Processes are lanes, from left to right, and time runs downwards, one step after the other. A
// message is drawn once, as a level arrow in the step that takes it; the step that sent it says so
// in words. Sloping arrows from sending to taking would cross each other within a few steps.
//
// Both renderings depend on the run alone. They return the writer's error and no other; an index
// that points outside the run is the caller's mistake, and panics.
package draw
