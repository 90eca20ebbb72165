// Package exchange converts runs to and from other formats. It writes a Run with its states as ITF, for ShiViz,
// and as a page of its own, and reads runs back from our reports.
package exchange
