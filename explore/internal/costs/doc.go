// Package costs measures elections: what all runs of a world cost at least and at most, and what
// runs drawn at random do. It joins packages measure and simulate to worlds; request says what is
// measured, and report tells it.
package costs
