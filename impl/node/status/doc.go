// Package status shows the state of a node over HTTP: a page for people at /, JSON at /leader, a health check at
// /healthz, and metrics for Prometheus at /metrics.
//
// /metrics is in the text format that Prometheus collects over HTTP. A program with a registry of its own registers the collector of
// module interrex/impl/node/status/prometheus, so this package does not depend on the client library.
package status
