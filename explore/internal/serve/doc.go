// Package serve is the explorer in the browser: pages rendered by this server, which need no script to
// be read, and no network but the way to it. Whatever a page shows is in its address, so that it can be
// opened again, also from another server of the same version.
//
// A visitor can have worlds explored, within bounds that all share, and nothing else: no flag that
// names a file is taken, and what is uploaded stays in memory.
package serve
