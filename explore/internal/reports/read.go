// Package reports reads the runs of a JSON report of explore check.
package reports

import (
	"encoding/json"
	"errors"
	"fmt"

	"interrex/internal/check"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// A Run is a run of a report: its drawing and its document.
type Run struct {
	*draw.Run
	Document *stage.Run
}

// Read reads the runs of a report. An error is one line that begins with the name of the file. Unknown keys are skipped.
func Read(file string, text []byte) (runs []Run, err error) {
	var d check.Document
	err = json.Unmarshal(text, &d)
	kind := (*json.UnmarshalTypeError)(nil)
	switch {
	case err != nil && !errors.As(err, &kind):
		return nil, fmt.Errorf("%s: not JSON: %w", file, err)
	case d.Interrex == "":
		return nil, fmt.Errorf("%s: not a report of explore check -format=json: the key \"interrex\" is missing", file)
	case err != nil:
		return nil, fmt.Errorf("%s: %s: the value must not be a JSON %s", file, kind.Field, kind.Value)
	case d.Runs == nil:
		return nil, fmt.Errorf("%s: the report of version %s has no key \"runs\": it is of another version, or of a command that writes no runs for show", file, d.Interrex)
	}
	for i, w := range d.Runs {
		if w.Run == nil {
			return nil, fmt.Errorf("%s: runs: run %d is missing", file, i+1)
		}
		if err := w.Run.Validate(); err != nil {
			return nil, fmt.Errorf("%s: runs: run %d: %w", file, i+1, err)
		}
		runs = append(runs, Run{w.Run.Drawing(), w.Run})
	}
	return runs, nil
}
