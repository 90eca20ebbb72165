// Package service makes a node from its settings and runs it, with its certificates, storage, network, discovery
// of the other members, and status reports.
package service
