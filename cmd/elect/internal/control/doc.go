// Package control lets the owner of a node tell it what to do, through a Unix socket that only the user who runs
// the node may open. It speaks HTTP, so curl --unix-socket works as well as elect.
package control
