// Package report says what a check has found: as text for people, as JSON for programs, as
// Mermaid and DOT for pages.
package report
