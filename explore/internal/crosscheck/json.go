package crosscheck

import (
	"encoding/json"
	"io"

	"interrex/checker"
	"interrex/internal/check"
)

// The documents of docs/crosscheck.schema.json.
type (
	comparisonsDocument struct {
		Interrex string               `json:"interrex"`
		Worlds   []comparisonDocument `json:"worlds"`
		Agree    int                  `json:"agree"`
		Differ   int                  `json:"differ"`
		Failed   int                  `json:"failed"`
		Exit     int                  `json:"exit"`
	}
	comparisonDocument struct {
		Algorithm   string            `json:"algorithm"`
		Command     string            `json:"command"`
		Module      string            `json:"module"`
		TLC         string            `json:"tlc"`       // its version
		Collision   string            `json:"collision"` // as TLC writes it
		Ours        *countsDocument   `json:"ours"`
		TLCs        *countsDocument   `json:"theirs"`
		Verdicts    []verdictDocument `json:"verdicts"`
		Agree       bool              `json:"agree"`
		Differences []string          `json:"differences"`
		Error       *string           `json:"error"` // why nothing was compared
	}
	countsDocument struct {
		States   int     `json:"states"`
		Steps    int     `json:"steps"`
		Terminal int     `json:"terminal"`
		Depth    int     `json:"depth"`
		Digest   *string `json:"digest"` // null: too large to be compared
	}
	verdictDocument struct {
		Property     string `json:"property"`
		Compared     bool   `json:"compared"`
		Found        bool   `json:"found"`
		Ours         string `json:"ours"`
		Theirs       string `json:"theirs"`
		OurLength    int    `json:"our_length"`
		TheirsLength int    `json:"their_length"`
	}
)

// JSON writes everything that was compared.
func (c *Comparisons) JSON(out io.Writer) error {
	d := comparisonsDocument{Interrex: check.Version, Worlds: []comparisonDocument{}, Exit: c.Exit()}
	d.Agree, d.Differ, d.Failed = c.count()
	for i, w := range c.worlds {
		one := comparisonDocument{
			Algorithm: w.Algorithm.Name, Command: CommandFor(w), Module: Module(w.Algorithm),
			Verdicts: []verdictDocument{}, Differences: []string{},
		}
		if c.found[i] == nil {
			why := "not compared: interrupted"
			if c.failed[i] != nil {
				why = c.failed[i].Error()
			}
			one.Error = &why
		}
		if c.found[i] != nil {
			one.fill(c.found[i])
		}
		d.Worlds = append(d.Worlds, one)
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

func (d *comparisonDocument) fill(found *Comparison) {
	d.TLC, d.Collision, d.Agree = found.TLC, found.Collision, found.Agree()
	d.Ours, d.TLCs = countsOf(found.Ours, found.OurSet), countsOf(found.TLCs, found.TLCsSet)
	d.Differences = append(d.Differences, found.Differences...)
	for _, v := range found.Verdicts {
		d.Verdicts = append(d.Verdicts, verdictDocument{v.Property, v.Compared, v.Found, verdictWord(v.Ours), verdictWord(v.TLCs), v.OurLength, v.TLCsLength})
	}
}

func verdictWord(v checker.Verdict) string {
	if v == 0 {
		return "undecided"
	}
	return v.String()
}

func countsOf(c Counts, set *Digest) *countsDocument {
	d := &countsDocument{States: c.States, Steps: c.Steps, Terminal: c.Terminal, Depth: c.Depth}
	if set != nil {
		digest := set.String()
		d.Digest = &digest
	}
	return d
}
