// Package exchange holds runs as other programs write and read them: a Run with its states, written
// as ITF, as TLC's JSON, for ShiViz and as a page of its own, and read back from ITF, from TLC's JSON
// and from our reports.
package exchange
