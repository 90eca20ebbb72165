// Package status shows the state of a node over HTTP: a page for people at /, JSON at /leader, a health check at
// /healthz, and metrics for Prometheus at /metrics.
package status
