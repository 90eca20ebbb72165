// Package exchange holds runs as other programs write and read them: a Run with its states, written
// as ITF, for ShiViz and as a page of its own, and read back from our reports.
package exchange
