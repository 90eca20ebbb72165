// Package study walks through a world step by step. It has what an explorer shows and does, in a terminal or on a
// page, without its display.
//
// A Walk is a path through a world and a position on it. It is immutable: moving, taking a step and branching off
// make another walk, so undo needs only a list of walks. String writes a walk in a few letters for a
// link, and Decode reads them strictly.
//
// walk.go has the walk, its moves and its notation. look.go has what a walk shows: the enabled steps, how the
// properties stand, and whether the election can still succeed from here.
package study
