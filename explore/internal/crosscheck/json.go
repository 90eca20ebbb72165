package crosscheck

import (
	"encoding/json"
	"io"

	"interrex/checker"
	"interrex/internal/check"
)

// The JSON of the command crosscheck.
type (
	comparisonsDocument struct {
		// The version of Interrex that wrote this.
		Interrex string `json:"interrex"`
		// The worlds, in the order of the files of spec/instances, or the one that was asked for.
		Worlds []comparisonDocument `json:"worlds"`
		// In how many worlds nothing differs.
		Agree int `json:"agree"`
		// In how many something does.
		Differ int `json:"differ"`
		// How many could not be compared.
		Failed int `json:"failed"`
		// The exit code: 0 if all agree, 255 if some differ, 152 if the run was interrupted, 75 if some could not
		// be compared.
		Exit int `json:"exit"`
	}
	comparisonDocument struct {
		// The name of the algorithm.
		Algorithm string `json:"algorithm"`
		// The command that explores the same world.
		Command string `json:"command"`
		// The TLA+ module that TLC was given.
		Module string `json:"module"`
		// The version of TLC; empty if nothing was compared.
		TLC string `json:"tlc"`
		// How likely TLC holds it that it took two states for one, as it writes it, because it compares
		// fingerprints of 64 bits.
		Collision string `json:"collision"`
		// What explore counts.
		Ours *countsDocument `json:"ours"`
		// What TLC counts.
		TLCs *countsDocument `json:"theirs"`
		// What both say of each property.
		Verdicts []verdictDocument `json:"verdicts"`
		// Nothing differs.
		Agree bool `json:"agree"`
		// What differs, in words.
		Differences []string `json:"differences"`
		// Why there is no comparison; null if there is one.
		Error *string `json:"error"`
	}
	countsDocument struct {
		// Distinct reachable states.
		States int `json:"states"`
		// One for each state and each way to leave it; of TLC, the states generated less the initial ones.
		Steps int `json:"steps"`
		// States without a step.
		Terminal int `json:"terminal"`
		// Levels beyond the first.
		Depth int `json:"depth"`
		// The sum, modulo 2^256, of the SHA-256 of the canonical text of each state; null if the set was too
		// large.
		Digest *string `json:"digest"`
	}
	verdictDocument struct {
		// The name of the property.
		Property string `json:"property"`
		// False: liveness of a world that is too large for TLC.
		Compared bool `json:"compared"`
		// TLC has found a counterexample itself; else, if it says violated, it judged ours.
		Found bool `json:"found"`
		// What explore says.
		Ours string `json:"ours"`
		// Undecided: not compared, or TLC disputes our counterexample.
		Theirs string `json:"theirs"`
		// Steps of our counterexample, of a lasso stem and cycle; 0 if there is none.
		OurLength int `json:"our_length"`
		// The same of TLC's, whose lassos are not the shortest.
		TheirsLength int `json:"their_length"`
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
