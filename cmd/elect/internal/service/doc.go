// Package service makes a node of its settings, and runs it: with its certificates, its storage, its
// network, what finds the others, and what it tells of itself.
package service
