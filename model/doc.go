// Package model holds the election algorithms as pure rules.
//
// An algorithm is a Protocol: a few methods over a plain comparable struct. Its rules are those of
// its page in spec/, and each is cited by its number. A rule sees only a Process: its id, its
// local state, the group, and ways to send. It runs to its end in one step. Everything around it
// (channels, crashes, restarts, timing, failure detectors, ring repair) belongs to package world,
// which drives the rules and knows no algorithm by name.
//
// Catalogue lists the algorithms. To add one, write its page in spec/, its Protocol here, and
// its entry in the catalogue.
package model
