// Package check asks one question about one world: which properties hold there. Findings are the answer, as
// text, as JSON or as drawings, whether the question came from a command line or from a test.
package check
