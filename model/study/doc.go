// Package study walks through a world step by step: what an explorer, in a terminal or on a page,
// shows and does, without showing it.
//
// A Walk is a path through a world and a position on it. It never changes: to go, to take a step and
// to branch off make another, so that a History of walks is all that undo and redo need. String
// writes a walk down in a few letters that a link can carry, and Decode reads them strictly.
//
// walk.go has the walk and how it goes on, steps.go what can be done, look.go what there is to see,
// standing.go how the properties stand, outlook.go whether from here it can still come to an
// election, code.go the writing down, history.go undo and redo.
package study
