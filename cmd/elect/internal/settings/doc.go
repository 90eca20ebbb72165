// Package settings reads what a node is to be from flags, from the environment and from a file, and
// says in one line what is wrong with it.
package settings
