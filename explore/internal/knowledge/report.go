package knowledge

import (
	"encoding/json"
	"fmt"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
)

// Knowledge reports what the rules of an algorithm use of the group.
type Knowledge struct {
	request *asked
	found   *Finding
}

// NewKnowledge makes a report of a finding.
func NewKnowledge(r *asked, f *Finding) *Knowledge { return &Knowledge{r, f} }

// Exit is 0 if the part of the group is enough in every situation, and 12 otherwise.
func (k *Knowledge) Exit() int {
	switch {
	case len(k.found.Differ) > 0:
		return check.ExitSafety
	case !k.found.Counts.Complete:
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// known says in words whom a process knows.
func (k *Knowledge) known() string {
	switch k.found.Part {
	case Higher:
		return "itself and the higher ids"
	case Larger:
		return "a group that is larger by two"
	}
	return "nobody but itself"
}

// Verdict is the last line.
func (k *Knowledge) Verdict() string {
	f := k.found
	verdict := fmt.Sprintf("to know %s is enough, in all %s", k.known(), prose.Plural(f.Situations, "situation"))
	switch k.Exit() {
	case check.ExitSafety:
		verdict = fmt.Sprintf("to know %s is not enough in %s of %s", k.known(), prose.Grouped(len(f.Differ)), prose.Plural(f.Situations, "situation"))
	case check.ExitInconclusive:
		verdict = "inconclusive: not everything was explored"
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, k.Exit())
}

// shownDifferences is how many situations the text shows.
const shownDifferences = 5

// Text writes the situations in which a process needs more.
func (k *Knowledge) Text(out io.Writer) error {
	w, f := &prose.Writer{Out: out}, k.found
	a := f.World.Algorithm
	w.Line("interrex %s   knowledge: what the rules of %s use of the group", check.Version, a.Name)
	w.Line("world: %s", k.request.WorldLine())
	w.Line("")
	w.Line("%s; in each, every rule and every timer was asked twice: with the whole group, and with a process", prose.Plural(f.Counts.States, "state"))
	w.Line("that knows %s", k.known())
	for i, d := range f.Differ {
		if i == shownDifferences {
			w.Line("... and %s more", prose.Grouped(len(f.Differ)-i))
			break
		}
		w.Line("")
		w.Line("  %s", d.Situation)
		w.Line("    with the whole group: %s", d.Whole)
		w.Line("    with the part:        %s", d.Part)
	}
	w.Line("")
	w.Line("%s", k.Verdict())
	return w.Err
}

// JSON writes one object.
func (k *Knowledge) JSON(out io.Writer) error {
	type difference struct {
		Situation string `json:"situation"`
		Whole     string `json:"whole"`
		Part      string `json:"part"`
	}
	f := k.found
	d := struct {
		Interrex   string         `json:"interrex"`
		Algorithm  string         `json:"algorithm"`
		N          int            `json:"n"`
		IDs        []model.ID     `json:"ids"`
		World      map[string]any `json:"world"`
		Knows      string         `json:"knows"`
		Complete   bool           `json:"complete"`
		States     int            `json:"states"`
		Situations int            `json:"situations"`
		Different  int            `json:"different"`
		Examples   []difference   `json:"examples"`
		Exit       int            `json:"exit"`
	}{check.Version, f.World.Algorithm.Name, len(f.World.IDs), f.World.IDs, check.JSONWorld(f.World), string(f.Part), f.Counts.Complete,
		f.Counts.States, f.Situations, len(f.Differ), []difference{}, k.Exit()}
	for _, one := range f.Differ[:min(len(f.Differ), shownDifferences)] {
		d.Examples = append(d.Examples, difference(one))
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}
