// Package terminal is the command step: an explorer of a world in the terminal. It shows a walk (package study)
// and extends it by keys. It decides nothing itself.
//
// explorer.go has the state and how messages change it, keys.go the keys, view.go the screen, panes.go its parts.
package terminal
