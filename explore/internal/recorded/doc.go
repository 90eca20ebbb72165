// Package recorded turns the traces that nodes recorded into runs that can be drawn.
//
// The steps of a trace are ordered by their causes. Of all orders that the causes allow, the package chooses that of the
// times of the events or, without times, one in which, if possible, each process
//
//   - lives from the beginning, no matter when it was started;
//   - dies as soon as its incarnation has no more events;
//   - is suspected after its death, and trusted again after its return;
//   - comes back before another sends what it takes then.
//
// Of a long run only some steps are kept. Reading it takes as much memory as its messages in transit.
package recorded
