// Package status is what a node tells of itself: in lines, as JSON, and as metrics.
package status
