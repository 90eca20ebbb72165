// Package settings reads the settings of a node from flags, the environment and a file, and says in one line what
// is wrong with them.
package settings
