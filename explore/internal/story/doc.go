// Package story follows runs that are written down: a script names a world, then step by step what
// happens, and in between how things stand. A step must be possible where it stands, and what is
// said of a state must be so. The words of the steps are those of the reports.
package story
