// Package impl has the elections to run: for each algorithm one pure step function, written by hand from
// the pages of spec/ and independently of model/, so that their agreement is evidence. It has every election
// of spec/ with ids.
//
// A [State] is a value. Its Step takes one [Input] (a message, an expired timer, a verdict of the failure
// detector, a call of the embedding program) and returns the next state and the [Outputs]: the messages in
// sending order, the timers to set and to stop, the data to store before any message is sent, and notes for
// observers. No step reads a clock, starts a goroutine, ranges over a map or uses randomness. The loop in
// impl/node executes the outputs.
//
// [Consensus] adds one rule to the steps of any election: the member decides by the first leader that it
// learns of, and forgets its decision at a crash.
//
// The actions, the local variables and the words of the messages are those of the pages. Where a page has
// two readings this package follows the repaired one.
package impl
