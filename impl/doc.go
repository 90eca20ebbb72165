// Package impl has the elections to run: for each algorithm one pure step function, written by hand
// from the pages of spec/ and without looking at model/, so that the agreement of the two is evidence.
// Every election of spec/ whose processes have ids is here.
//
// A [State] is a value. Its Step takes one [Input] (a message, a timer that has run out, a verdict of
// the failure detector, a call of the embedding program) and returns the next state and the [Outputs]:
// the messages in the order in which they leave, the timers to set and to stop, what must be on stable
// storage before any message leaves, and what an observer may want to know. No step reads a clock,
// starts a goroutine, ranges over a map or draws lots. The loop in impl/node acts on the outputs.
//
// [Consensus] adds one rule to the steps of any election: the member decides by the first leader that it
// learns of, and forgets its decision when it dies.
//
// The actions, the local variables and the words of the messages are those of the pages. Where a
// page has two readings this package follows the repaired one.
package impl
