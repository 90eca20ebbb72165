// Package draw lays out one run of processes that exchange messages and renders it: Text as a
// space-time diagram for a terminal, Mermaid as a sequence diagram for a page, SVG as a picture. It is
// independent of elections, models and traces.
//
// Processes are lanes, from left to right, and time runs downwards, one step per row. A message is drawn
// once, as a horizontal arrow in the step that takes it; the step that sends it has it as text. Sloping
// arrows would cross each other after a few steps.
//
// The output depends on the run alone. Functions return only the writer's errors; an index outside the
// run is a bug of the caller and panics.
package draw
