package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model/world"
)

// A walker follows a run that a test describes.
type walker struct {
	t     *testing.T
	world *world.World
	at    checker.State
}

// newWalker returns a walker in the initial state.
func newWalker(t *testing.T, c world.Config) *walker {
	t.Helper()
	w := &walker{t: t, world: world.New(c)}
	w.world.Init(func(s checker.State) { w.at = slices.Clone(s) })
	return w
}

// enabledSteps lists the enabled steps.
func (w *walker) enabledSteps() []string {
	var words []string
	w.world.Steps(w.at, func(step checker.Step, to checker.State) {
		if to != nil {
			words = append(words, w.world.PlainStep(w.at, step))
		}
	})
	return words
}

// take takes steps, which are separated by semicolons. Each text must match exactly one step.
func (w *walker) take(steps string) *walker {
	w.t.Helper()
	for words := range strings.SplitSeq(steps, ";") {
		if words = strings.TrimSpace(words); words == "" {
			continue
		}
		var next checker.State
		found := 0
		w.world.Steps(w.at, func(step checker.Step, to checker.State) {
			if to != nil && w.world.PlainStep(w.at, step) == words {
				next = slices.Clone(to)
				found++
			}
		})
		if found != 1 {
			w.t.Fatalf("%d steps %q; enabled are\n  %s", found, words, strings.Join(w.enabledSteps(), "\n  "))
		}
		w.at = next
	}
	return w
}
