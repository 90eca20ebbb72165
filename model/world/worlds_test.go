package world_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

func TestMain(m *testing.M) {
	testlevel.Draws(20)
	m.Run()
}

func ids(n int) []model.ID {
	var ids []model.ID
	for i := range n {
		ids = append(ids, model.ID(i+1))
	}
	return ids
}

func config(t testing.TB, name string, ids []model.ID, change func(*world.Config)) world.Config {
	a, ok := model.Find(name)
	if !ok {
		t.Fatalf("no algorithm %q", name)
	}
	c := world.Faulty(a, ids)
	if change != nil {
		change(&c)
	}
	c.Elections, c.Capacity = max(c.Elections, c.DefaultElections()), max(c.Capacity, c.DefaultCapacity())
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

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

// take takes steps, which are separated by semicolons. Each text must match exactly one step.
func (w *walker) take(steps string) *walker {
	w.t.Helper()
	for words := range strings.SplitSeq(steps, ";") {
		if words = strings.TrimSpace(words); words == "" {
			continue
		}
		var next []checker.State
		var enabled []string
		w.world.Steps(w.at, func(step checker.Step, to checker.State) {
			if to == nil {
				return
			}
			if enabled = append(enabled, w.world.DescribeStep(w.at, step)); enabled[len(enabled)-1] == words {
				next = append(next, slices.Clone(to))
			}
		})
		if len(next) != 1 {
			w.t.Fatalf("%d steps %q; enabled are\n  %s", len(next), words, strings.Join(enabled, "\n  "))
		}
		w.at = next[0]
	}
	return w
}
