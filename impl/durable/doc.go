// Package durable is a node's stable storage: what outlives a crash.
package durable
