// Package ledger is the command claims. It judges claims only by reports in JSON that commands of explore wrote.
// To judge a claim it reads its cases and what their runs must show, never the record.
package ledger
