// Package durable is a node's stable storage, which survives a crash.
package durable
