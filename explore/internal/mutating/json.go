package mutating

import (
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model/mutants"
)

// mutantsDocument is the JSON of the mutants.
type mutantsDocument struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The mutants that were tried, by algorithm in the order of explore list; all that were asked for, unless the
	// run was interrupted.
	Mutants []mutant `json:"mutants"`
	// The score of each algorithm of which a mutant was tried.
	Scores []score `json:"scores"`
	// The score of all algorithms together.
	Total score `json:"total"`
	// Whether all mutants that were asked for were tried, and something was decided of each.
	Complete bool `json:"complete"`
	// The exit code: 0 if each mutant is as claimed, 12 if one is not, 152 if not all were decided.
	Exit int `json:"exit"`
}

type mutant struct {
	// The name of the mutated algorithm.
	Algorithm string `json:"algorithm"`
	// The mutant's name; no two of one algorithm share it.
	Name string `json:"name"`
	// The mutated rule, by its number on the algorithm's page in spec/.
	Rule string `json:"rule"`
	// What the mutant does instead, a sentence without its subject.
	Wound string `json:"wound"`
	// The print, or the bug of a real system, that it reproduces; null: none.
	Known *string `json:"known"`
	// Whether the rules are unchanged, and an assumption about the world is removed.
	OfWorld bool `json:"of_world"`
	// The world of the mutant: every flag in force.
	World check.World `json:"world"`
	// The property that the mutation must violate; null: none is claimed.
	Breaks *string `json:"breaks"`

	// Killed: it violates a property that holds for the original. Equivalent: its world walks in lockstep with
	// the original. Survived: neither, in a complete exploration. Undecided: a bound or an interrupt came
	// first.
	Outcome string `json:"outcome"`
	// Whether the trial ended as the mutant claims: the named property violated, or none and equivalent.
	AsClaimed bool `json:"as_claimed"`
	// The properties that the mutant violates and the original keeps, in the order of explore list.
	Broken []breakage `json:"broken"`
	// The size of the original's world.
	Healthy size `json:"healthy"`
	// The size of the mutant's world.
	Wounded size `json:"wounded"`

	// The pairs of states, one of each world, through which an equivalent mutant walked; null for any other.
	LockstepPairs *int `json:"lockstep_pairs"`
	// A run that violates the property that the mutant names; null: none.
	Counterexample *check.Counterexample `json:"counterexample"`
}

type breakage struct {
	// The name of the property.
	Property string `json:"property"`
	// The steps of the counterexample, those of its cycle aside.
	Stem int `json:"stem"`
	// The number of steps of its cycle; 0: none.
	Cycle int `json:"cycle"`
	// Whether no other run is a shorter one of its kind; false where only a part of an infinite world was looked
	// at for a lasso.
	Shortest bool `json:"shortest"`
}

type size struct {
	// Different reachable states that were found.
	States int `json:"states"`
	// Steps out of the states that were expanded.
	Steps int `json:"steps"`
	// Whether every reachable state was explored and no bound has altered anything.
	Complete bool `json:"complete"`
}

type score struct {
	// The algorithm with the counted mutants; null: all.
	Algorithm *string `json:"algorithm"`
	// How many were tried: the sum of the other four.
	Mutants int `json:"mutants"`
	// How many were killed; of those that could be, all but the equivalent ones.
	Killed int `json:"killed"`
	// How many were shown to be equivalent.
	Equivalent int `json:"equivalent"`
	// How many have survived, though all was explored.
	Survived int `json:"survived"`
	// How many were not decided.
	Undecided int `json:"undecided"`
}

// JSON writes the trials as one object.
func (m *Mutants) JSON(out io.Writer) error {
	d := mutantsDocument{
		Interrex: check.Version, Mutants: []mutant{}, Scores: []score{}, Total: jsonScore(nil, m.score("")),
		Complete: m.score("").Undecided == 0 && len(m.tried) == len(m.request.Mutants), Exit: m.Exit(),
	}
	for _, algorithm := range m.request.algorithms() {
		if s := m.score(algorithm); s.All() > 0 {
			d.Scores = append(d.Scores, jsonScore(&algorithm, s))
		}
	}
	for _, t := range m.tried {
		d.Mutants = append(d.Mutants, jsonMutant(t))
	}
	return prose.JSON(out, d)
}

func jsonScore(algorithm *string, s mutants.Score) score {
	return score{algorithm, s.All(), s.Killed, s.Equivalent, s.Survived, s.Undecided}
}

func jsonMutant(t *mutants.Trial) mutant {
	m := t.Mutant
	d := mutant{
		Algorithm: m.Of, Name: m.Name, Rule: m.Rule, Wound: m.Wound, Known: prose.UnlessEmpty(m.Known),
		OfWorld: m.OfWorld(), World: check.JSONWorld(t.World.Config()), Breaks: prose.UnlessEmpty(m.Breaks),
		Outcome: t.Outcome.String(), AsClaimed: t.AsClaimed(), Broken: []breakage{},
		Healthy: size{t.Healthy.States, t.Healthy.Steps, t.Healthy.Complete},
		Wounded: size{t.Report.States, t.Report.Steps, t.Report.Complete},
	}
	for _, b := range t.Broken {
		d.Broken = append(d.Broken, breakage{b.Property.Name, len(b.Path.Stem), len(b.Path.Cycle), t.IsShortest(b)})
	}
	if t.Outcome == mutants.Equivalent {
		d.LockstepPairs = &t.Likeness.Pairs
	}
	if named := t.Named(); named != nil {
		story := t.World.Tell(named.Path)
		d.Counterexample = check.JSONStory(&story)
	}
	return d
}
