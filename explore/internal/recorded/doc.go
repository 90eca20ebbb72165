// Package recorded makes runs that can be drawn of the traces that nodes have recorded.
//
// A trace says of each step what it knew of, and not when it was. So of all orders that the causes
// allow one is chosen, in which, where that can be, each process
//
//   - lives from the beginning, whenever it has begun;
//   - dies as soon as there is nothing more of its incarnation;
//   - is suspected after its death, and trusted again after its return;
//   - comes back before somebody sends what it takes then.
//
// Of a long run only some steps are kept: reading it takes as much memory as is under way.
package recorded
