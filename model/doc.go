// Package model holds the election algorithms as pure rules.
//
// An algorithm is a Protocol: a few methods over a plain comparable struct. Its rules are those of its
// page in spec/, each cited by its number. A rule reads only a Process: its id, its local state, the
// group, and ways to send. It completes in one step. Package world drives the rules and implements the
// rest: channels, crashes, restarts, timing, failure detectors, ring repair. It is independent of any
// particular algorithm.
//
// Catalogue lists the algorithms. To add one, write its page in spec/, its Protocol here, and its entry
// in the catalogue.
package model
