// Package control is where the owner of a node tells it to do something: a Unix socket that only the user
// whose node it is may open. It speaks HTTP, so that curl --unix-socket does as well as elect.
package control
