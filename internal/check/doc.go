// Package check asks one question of one world: which properties hold there. Findings are the answer, as
// text, as JSON, as drawings, whoever has asked, on a command line or in a test.
package check
