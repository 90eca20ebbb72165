// Package wire is what two nodes say to one another, as wire.proto has it.
package wire
