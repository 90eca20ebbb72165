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

// document is the JSON of what is known.
type document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The name of the algorithm, as in -algo.
	Algorithm string `json:"algorithm"`
	// The number of processes.
	N int `json:"n"`
	// The processes, in ring order.
	IDs []model.ID `json:"ids"`
	// The flags in force, as in a report of check.
	World check.World `json:"world"`
	// What a process is shown of the group: itself alone, itself and the higher ids, or all and two more who are
	// not there.
	Knows string `json:"knows"`
	// Whether everything was explored and no bound has acted.
	Complete bool `json:"complete"`
	// Distinct reachable states of the world.
	States int `json:"states"`
	// How many situations came up: a process, its local state, and what happens to it.
	Situations int `json:"situations"`
	// In how many of them the process does something else if it is shown the part.
	Different int `json:"different"`
	// The first of these in the order of their words, five at most.
	Examples []difference `json:"examples"`
	// The exit code: 0 if the part is enough, 12 if not, 152 if not everything was explored.
	Exit int `json:"exit"`
}

type difference struct {
	// The process, its local state, and what happens to it.
	Situation string `json:"situation"`
	// What comes of it with the whole group.
	Whole string `json:"whole"`
	// What would come of it with the part.
	Part string `json:"part"`
}

// JSON writes one object.
func (k *Knowledge) JSON(out io.Writer) error {
	f := k.found
	d := document{check.Version, f.World.Algorithm.Name, len(f.World.IDs), f.World.IDs, check.JSONWorld(f.World), string(f.Part), f.Counts.Complete,
		f.Counts.States, f.Situations, len(f.Differ), []difference{}, k.Exit()}
	for _, one := range f.Differ[:min(len(f.Differ), shownDifferences)] {
		d.Examples = append(d.Examples, difference(one))
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}
