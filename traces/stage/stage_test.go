package stage_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/stage"
)

// TestTell: along random paths through every election, with faults, the document has in each state the messages and local
// states of the world, with the roles of their variables; it offers each step once and in its place, and offers no step that
// it refuses; the step taken is the one of its number, and each message has one fate. TestDisabled of package world compares
// the reasons of refused steps with a second world.
func TestTell(t *testing.T) {
	for _, a := range model.Catalogue() {
		t.Run(a.Name, func(t *testing.T) {
			w := world.New(world.Faulty(a, []model.ID{2, 1, 3}))
			rapid.Check(t, func(r *rapid.T) {
				agree(r, w, path(r, w))
			})
		})
	}
}

// path takes a few steps at random.
func path(r *rapid.T, w *world.World) *checker.Path {
	var initial []checker.State
	w.Init(func(s checker.State) { initial = append(initial, slices.Clone(s)) })
	p := &checker.Path{Initial: initial[rapid.IntRange(0, len(initial)-1).Draw(r, "initial")]}
	at := p.Initial
	for range rapid.IntRange(0, 25).Draw(r, "steps") {
		var all []checker.Transition
		w.Steps(at, func(step checker.Step, to checker.State) {
			if to != nil {
				all = append(all, checker.Transition{Step: step, To: slices.Clone(to)})
			}
		})
		if len(all) == 0 {
			break
		}
		p.Stem = append(p.Stem, all[rapid.IntRange(0, len(all)-1).Draw(r, "step")])
		at = p.Stem[len(p.Stem)-1].To
	}
	return p
}

func agree(r *rapid.T, w *world.World, p *checker.Path) {
	run := stage.Tell(context.Background(), w, p)
	states := []checker.State{p.Initial}
	for _, t := range p.Stem {
		states = append(states, t.To)
	}
	if len(run.States) != len(states) || len(run.Steps) != len(p.Stem) {
		r.Fatalf("%d states and %d steps of %d states", len(run.States), len(run.Steps), len(states))
	}
	for k, s := range states {
		snapshot := w.Snapshot(s)
		var want, got []string
		for _, f := range snapshot.InFlight {
			want = append(want, fmt.Sprint(f.From, f.To, f.Message))
		}
		for _, m := range run.Messages {
			if m.Sent <= k && (m.End == nil || k < *m.End) {
				got = append(got, fmt.Sprint(m.From, m.To, m.Text))
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			r.Fatalf("state %d has %v in transit, want %v", k, got, want)
		}
		if wrong := wrongChoices(w, s, run, run.States[k]); wrong != "" {
			r.Fatalf("in %s\n%s", w.DescribeState(s), wrong)
		}
		for i, p := range w.View(s).Processes {
			l := run.Locals[run.States[k].Locals[i]]
			if want := roleOf(l, p.Leads(), p.TakesPart); l.Role != want {
				r.Fatalf("in %s\nP%d is %s, want %s", w.DescribeState(s), p.ID, l.Role, want)
			}
		}
		for i, m := range snapshot.Members {
			l := run.Locals[run.States[k].Locals[i]]
			if l.Live != m.Live || m.Live && l.Elected != m.Status.Elected || (l.Role == "leader") != (m.Live && m.Status.Elected == m.ID) {
				r.Fatalf("state %d: P%d is %+v, want %+v", k, m.ID, l, m)
			}
		}
	}
	for k, t := range p.Stem {
		step := run.Steps[k]
		taken := run.Choices[run.States[k].Can[*step.Choice]]
		if want := w.DescribeStep(states[k], t.Step); taken.Text != want {
			r.Fatalf("step %d is %q, want %q", k+1, taken.Text, want)
		}
		if takes := taken.Message != ""; takes != (step.Takes != nil) {
			r.Fatalf("step %d, %s, takes %v", k+1, taken.Text, step.Takes)
		}
	}
	for _, m := range run.Messages {
		if (m.Fate == "open") != (m.End == nil) || m.End != nil && *m.End < m.Sent {
			r.Fatalf("a message from %d to %v is %s", m.Sent, m.End, m.Fate)
		}
	}
}

// wrongChoices says what is wrong with the steps that a document offers in a state; empty: nothing.
func wrongChoices(w *world.World, s checker.State, run *stage.Run, at stage.State) string {
	var want, got []string
	w.Steps(s, func(step checker.Step, to checker.State) {
		if to != nil {
			want = append(want, w.DescribeStep(s, step))
		}
	})
	offered := map[string]bool{}
	for _, i := range at.Can {
		c := run.Choices[i]
		got = append(got, c.Text)
		if again := fmt.Sprint(c.Text, c.Process, c.Peer, c.Message); offered[again] {
			return c.Text + " is offered twice"
		} else {
			offered[again] = true
		}
		for _, i := range at.Cannot {
			r := run.Refusals[i]
			isDraw := r.Action == "draw" && strings.HasPrefix(c.Action, "draw ")
			if isInside := strings.Contains(c.Text, ", dies after "); r.Process == c.Process && r.Peer == c.Peer && !isInside && (r.Action == c.Action || isDraw) {
				return fmt.Sprintf("%s is offered, and refused: %+v", c.Text, r)
			}
		}
	}
	if !slices.Equal(got, want) {
		return fmt.Sprintf("offered are %q, want %q", got, want)
	}
	return ""
}

// roleOf is the role by the names that each algorithm has for it.
func roleOf(l stage.Local, leads, takesPart bool) string {
	switch {
	case !l.Live:
		return "dead"
	case leads:
		return "leader"
	}
	for _, v := range l.Variables {
		if slices.Contains([]string{"passive yes", "mode waiting for COORDINATOR", "mode passive", "successor.armed yes", "predecessor.armed yes"}, v[0]+" "+v[1]) {
			return "waiting"
		}
	}
	if takesPart {
		return "candidate"
	}
	return "idle"
}

// pictured is a ring that draws its states.
type pictured struct{ model.Ring }

// Draw is a circle for each live process; of a state with messages, what is not well-formed.
func (pictured) Draw(v model.View) string {
	if len(v.Messages) > 0 {
		return `<g></circle>`
	}
	return fmt.Sprintf(`<circle r="%d"/>`, len(v.Live()))
}

// TestDrawing: the drawing of an own election is in each state; one that is not well-formed says so.
func TestDrawing(t *testing.T) {
	own := model.Algorithm{Name: "pictured", Own: true, Topology: model.Cycle, Make: func(model.Variant) model.Handler { return model.Handle(pictured{}) }}
	w := world.New(world.Default(own, []model.ID{1, 2}))
	var p checker.Path
	w.Init(func(s checker.State) { p.Initial = slices.Clone(s) })
	w.Steps(p.Initial, func(step checker.Step, to checker.State) {
		if p.Stem == nil {
			p.Stem = []checker.Transition{{Step: step, To: slices.Clone(to)}}
		}
	})
	for i, s := range stage.Tell(t.Context(), w, &p).States {
		if want := []string{`<circle r="2"/>`, `<text x="8" y="20">Draw: not well-formed: `}[i]; !strings.HasPrefix(s.Drawing, want) {
			t.Errorf("state %d is drawn as %q", i, s.Drawing)
		}
	}
}

// TestGlossary: the terms that the stage explains are at least twenty, and each is explained as in the glossary.
func TestGlossary(t *testing.T) {
	page, err := os.ReadFile("../../docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]string{}
	for _, entry := range regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*: (.*)\.$`).FindAllStringSubmatch(string(page), -1) {
		for _, name := range strings.Split(entry[1], ", ") {
			words[name] = strings.NewReplacer("*", "", "`", "").Replace(entry[2])
		}
	}
	script, err := fs.ReadFile(stage.Assets(), "glossary.js")
	if err != nil {
		t.Fatal(err)
	}
	terms := regexp.MustCompile(`(?m)^  '(.+?)': '(.*)',$`).FindAllStringSubmatch(string(script), -1)
	if len(terms) < 20 {
		t.Errorf("%d terms are explained", len(terms))
	}
	for _, term := range terms {
		if term[2] != words[term[1]] {
			t.Errorf("%s is explained as %q, in the glossary as %q", term[1], term[2], words[term[1]])
		}
	}
}
