// Package durable is a node's stable storage: what survives a crash.
package durable
