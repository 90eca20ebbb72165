// Package status reports the status of a node: in lines, as JSON, and as metrics.
package status
