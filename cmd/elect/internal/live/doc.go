// Package live shows a running cluster on the stage: it reads the traces of the nodes while they grow, and serves a page that plays
// them.
package live
