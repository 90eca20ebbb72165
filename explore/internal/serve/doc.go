// Package serve is the explorer in the browser. This server renders its pages. They can be read without scripts,
// and load nothing from elsewhere. All that a page shows is in its address, so it can be opened again, also from
// another server of the same version.
//
// A visitor can only have worlds explored, within bounds that all visitors share. Flags that name files are
// refused, and uploads stay in memory.
package serve
