// Package status shows the state of a node over HTTP: a page for people at /, JSON at /leader, a health check at
// /healthz, and metrics for Prometheus at /metrics.
//
// /metrics is in the text format that Prometheus collects over HTTP: its job names the address of the handler. A program with metrics
// of its own serves them at another path, as a second target. So no collector type is needed, and no dependency on Prometheus.
package status
