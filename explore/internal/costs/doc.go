// Package costs measures elections: the least and the greatest cost of all runs of a world, and the cost of
// randomly drawn runs. It applies packages measure and simulate to worlds. Command measure says what to measure
// and reports it.
package costs
