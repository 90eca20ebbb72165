package story

import (
	"slices"

	"interrex/checker"
	"interrex/model/world"
)

// A Telling is what came of following a script.
type Telling struct {
	Script   *Script
	World    *world.World
	Path     *checker.Path // as far as it went
	Messages int           // sent on it

	// Diverged is the line that is not so, nil if all are. Instead says what could have been.
	Diverged *Line
	Instead  []string
}

// Follow follows a script through a world, as far as it can. A config that is not valid is an error.
func Follow(s *Script, c world.Config) (*Telling, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	w := world.New(c)
	t := &Telling{Script: s, World: w, Path: &checker.Path{}}
	w.Init(func(first checker.State) { t.Path.Initial = slices.Clone(first) })
	var here checker.State
	for _, l := range s.Lines {
		switch l.Kind {
		case Step:
			t.Instead = t.step(l.Text)
		case Fact:
			if lack := t.standing().lacks(l.Text); lack != "" {
				t.Instead = []string{lack}
			}
		case Here:
			here = t.at()
		case Again:
			if now := t.at(); !slices.Equal(now, here) {
				t.Instead = []string{w.DescribeState(now), "and there was", w.DescribeState(here)}
			}
		}
		if t.Instead != nil {
			t.Diverged = &l
			return t, nil
		}
	}
	return t, nil
}

// at is the state that the run has reached.
func (t *Telling) at() checker.State {
	if n := len(t.Path.Stem); n > 0 {
		return t.Path.Stem[n-1].To
	}
	return t.Path.Initial
}

// step takes the step of these words or, if there is none, returns the words of those there are.
func (t *Telling) step(text string) (possible []string) {
	var taken *checker.Transition
	var sent int
	t.World.Steps(t.at(), func(step checker.Step, to checker.State) {
		if to == nil || taken != nil {
			return
		}
		next := checker.Transition{Step: step, To: slices.Clone(to)}
		o := t.World.Tell(&checker.Path{Initial: t.at(), Stem: []checker.Transition{next}}).Stem[0]
		if words(o) == text {
			taken, sent = &next, len(o.Sends)
			return
		}
		possible = append(possible, words(o))
	})
	if taken == nil {
		return append(possible, "nothing else")
	}
	t.Path.Stem = append(t.Path.Stem, *taken)
	t.Messages += sent
	return nil
}

func (t *Telling) standing() standing {
	told := t.World.Tell(t.Path)
	return standing{told.Final, told.InFlight, t.Messages}
}
