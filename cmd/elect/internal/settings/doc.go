// Package settings reads the settings of a node from its flags, and says in one line what is wrong with them.
package settings
