// Package study walks through a world step by step: what an explorer, in a terminal or on a page,
// shows and does, without showing it.
//
// A Walk is a path through a world and a position on it. It never changes: to go, to take a step and
// to branch off make another, so that a History of walks is all that undo and redo need. String
// writes a walk down in a few letters that a link can carry, and Decode reads them strictly.
//
// walk.go has the walk, how it goes on and how it is written down; look.go what there is to see on it: what can
// be done, how the properties stand, and whether from here it can still come to an election.
package study
