// Package terminal is explore step: an explorer of a world for whoever lives in a terminal. It shows
// a walk (package study) and goes on with it by keys. Nothing of it decides anything.
//
// explorer.go has what there is to know and how messages change it, keys.go the keys, view.go the
// screen, panes.go what stands on it.
package terminal
