// Package ledger judges claims by reports: what explore has written in JSON, and nothing else. It
// runs nothing, and of a claim it reads the cases and what their runs must show, never the record.
package ledger
