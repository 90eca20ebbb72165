// Package reports reads the runs of a JSON report of explore check.
package reports

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"interrex/internal/check"
	"interrex/model"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// A Run is a run of a report: its drawing and its document.
type Run struct {
	*draw.Run
	Document *stage.Run
}

// Read reads the runs of a report about one of elections: the counterexamples of the properties that were asked, and the others. An error is one line that begins with the
// name of the file. Unknown keys are skipped.
func Read(file string, text []byte, elections []model.Algorithm) (runs []Run, err error) {
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
	}
	for i, w := range d.Runs {
		if w.Run == nil {
			return nil, fmt.Errorf("%s: runs: run %d is missing", file, i+1)
		}
		if err := w.Run.Validate(); err != nil {
			return nil, fmt.Errorf("%s: runs: run %d: %w", file, i+1, err)
		}
	}
	var a model.Algorithm
	if i := slices.IndexFunc(elections, func(a model.Algorithm) bool { return a.Name == d.Algorithm }); i >= 0 {
		a = elections[i]
	}
	resent := d.World["repair"] == "resent" && a.Topology.IsRing()
	for _, p := range d.AskedFor() {
		for i, c := range append([]*check.Counterexample{p.Counterexample}, p.Others...) {
			if c == nil {
				continue
			}
			b := &builder{ids: map[model.ID]int{}, resent: resent, both: a.Topology != model.Cycle}
			b.run = &draw.Run{Title: d.Algorithm, Command: d.Reproduce, Property: p.Name, Ring: a.Topology.IsRing(), Cycle: draw.NoCycle}
			if b.run.Title == "" {
				b.run.Title = file
			}
			if i > 0 {
				b.run.Title += fmt.Sprintf(", run %d", i+1)
			}
			if err := b.read(c); err != nil {
				return nil, fmt.Errorf("%s: counterexample of %q: %w", file, p.Name, err)
			}
			one := Run{b.run, stage.Drawn(b.run, nil)}
			one.Document.Algorithm, one.Document.Topology = d.Algorithm, cmp.Or(stage.Topology(a), "complete")
			if of := slices.IndexFunc(d.Runs, func(w check.WatchedJSON) bool { return w.Property != nil && *w.Property == p.Name }); i == 0 && of >= 0 {
				one.Document = d.Runs[of].Run
			}
			runs = append(runs, one)
		}
	}
	for _, w := range d.Runs {
		if w.Property == nil {
			runs = append(runs, Run{w.Run.Drawing(), w.Run})
		}
	}
	return runs, nil
}
