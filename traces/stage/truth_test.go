package stage_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/stage"
)

// some are the first states of a world, level by level.
func some(w *world.World, most int) (states []checker.State) {
	known := map[string]bool{}
	add := func(s checker.State) {
		if key := fmt.Sprint(s); !known[key] && len(states) < most {
			known[key] = true
			states = append(states, slices.Clone(s))
		}
	}
	w.Init(add)
	for i := 0; i < len(states) && len(states) < most; i++ {
		w.Steps(states[i], func(_ checker.Step, to checker.State) {
			if to != nil {
				add(to)
			}
		})
	}
	return states
}

// TestChoices: in the first states of each algorithm's worlds the document offers each step once and in its place, what it refuses is not
// offered, the reason for that is true of the state, and the roles are those of the variables.
func TestChoices(t *testing.T) {
	reasons := map[string]int{}
	for _, a := range model.Catalogue() {
		for _, c := range []world.Config{world.Default(a, []model.ID{1, 2}), world.Default(a, []model.ID{2, 1, 3}), world.Faulty(a, []model.ID{3, 1, 2})} {
			w := world.New(c)
			for _, s := range some(w, 60) {
				run := stage.Tell(w, &checker.Path{Initial: s})
				if wrong := wrongChoices(w, s, run); wrong != "" {
					t.Fatalf("%s %v: in %s\n%s", a.Name, c.IDs, w.DescribeState(s), wrong)
				}
				snapshot := w.Snapshot(s)
				for _, i := range run.States[0].Cannot {
					form, is := isReason(run.Refusals[i], c, snapshot)
					if reasons[form]++; !is {
						t.Errorf("%s %v: in %s\n%+v is not true", a.Name, c.IDs, w.DescribeState(s), run.Refusals[i])
					}
				}
				for i, p := range w.View(s).Processes {
					l := run.Locals[run.States[0].Locals[i]]
					if want := roleOf(l, p.Leads(), p.TakesPart); l.Role != want {
						t.Errorf("%s: in %s\nP%d is %s, want %s", a.Name, w.DescribeState(s), p.ID, l.Role, want)
					}
				}
			}
		}
	}
	for form := range forms {
		if reasons[form] == 0 {
			t.Errorf("no state refuses a step since %s", form)
		}
	}
}

// wrongChoices says what is wrong with the steps that a document offers; empty: nothing.
func wrongChoices(w *world.World, s checker.State, run *stage.Run) string {
	var want, got []string
	w.Steps(s, func(step checker.Step, to checker.State) {
		if to != nil {
			want = append(want, w.DescribeStep(s, step))
		}
	})
	offered := map[string]bool{}
	for _, i := range run.States[0].Can {
		c := run.Choices[i]
		got = append(got, c.Text)
		if again := fmt.Sprint(c.Text, c.Process, c.Peer, c.Message); offered[again] {
			return c.Text + " is offered twice"
		} else {
			offered[again] = true
		}
		for _, at := range run.States[0].Cannot {
			r := run.Refusals[at]
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

// forms are the reasons that a state refuses a step for, and whether they are true. What depends on more than a snapshot has is compared with a
// second world in package world.
var forms = map[string]func(r stage.Refusal, of []string, c world.Config, s world.Snapshot) bool{
	"dead": func(r stage.Refusal, _ []string, _ world.Config, s world.Snapshot) bool {
		return !member(s, r.Process).Live
	},
	"it lives": func(r stage.Refusal, _ []string, _ world.Config, s world.Snapshot) bool {
		return member(s, r.Process).Live
	},
	"the budget -(.*)=(.*) is spent": func(_ stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return slices.Contains(s.Budgets, world.Budget{Name: of[1], Left: 0})
	},
	"P([0-9]+) lives.*": func(_ stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return member(s, id(of[1])).Live
	},
	"it has no leader": func(r stage.Refusal, _ []string, c world.Config, s world.Snapshot) bool {
		return !slices.Contains(c.IDs, member(s, r.Process).Status.Elected)
	},
	"it has elected itself": func(r stage.Refusal, _ []string, _ world.Config, s world.Snapshot) bool {
		return member(s, r.Process).Status.Elected == r.Process
	},
	"not armed: .*": func(r stage.Refusal, _ []string, _ world.Config, s world.Snapshot) bool {
		return !slices.ContainsFunc(member(s, r.Process).Armed, func(t world.SetTimer) bool { return "timeout "+t.Name == r.Action })
	},
	"it fires in ([0-9]+) ticks?": func(r stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return slices.ContainsFunc(member(s, r.Process).Armed, func(t world.SetTimer) bool {
			return "timeout "+t.String() == r.Action && strconv.Itoa(t.Left) == of[1]
		})
	},
	"(.*) of P([0-9]+) is due": func(_ stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return slices.ContainsFunc(member(s, id(of[2])).Armed, func(t world.SetTimer) bool { return t.String() == of[1] && t.Left == 0 })
	},
	"still on the way: (.*)": func(_ stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return everyOnTheWay(of[1], s)
	},
	"due now: (.*)": func(_ stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return everyOnTheWay(of[1], s)
	},
	"not idle: .*": func(r stage.Refusal, _ []string, _ world.Config, s world.Snapshot) bool {
		return !member(s, r.Process).Status.Idle
	},
	"it takes part in an election already: .*": func(r stage.Refusal, _ []string, _ world.Config, s world.Snapshot) bool {
		return member(s, r.Process).Status.TakesPart && !member(s, r.Process).Status.MayStart
	},
	"it has elected P([0-9]+) already: .*": func(r stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return member(s, r.Process).Status.Elected == id(of[1]) && !member(s, r.Process).Status.MayStart
	},
	"it knows of term ([0-9]+), .*": func(r stage.Refusal, of []string, _ world.Config, s world.Snapshot) bool {
		return strconv.Itoa(member(s, r.Process).Status.Term) == of[1] && !member(s, r.Process).Status.MayStart
	},
	"it owes none: .*": func(r stage.Refusal, _ []string, _ world.Config, s world.Snapshot) bool {
		return !member(s, r.Process).Status.Recovering
	},
}

// isReason reports whether a reason is true, and its form; empty: it has none of the forms.
func isReason(r stage.Refusal, c world.Config, s world.Snapshot) (form string, is bool) {
	for form, is := range forms {
		if of := regexp.MustCompile("^" + form + "$").FindStringSubmatch(r.Why); of != nil {
			return form, is(r, of, c, s)
		}
	}
	return "", r.Why != ""
}

func id(text string) model.ID {
	n, _ := strconv.Atoi(text)
	return model.ID(n)
}

func member(s world.Snapshot, id model.ID) world.Member {
	return s.Members[slices.IndexFunc(s.Members, func(m world.Member) bool { return m.ID == id })]
}

var listed = regexp.MustCompile(`(.+?) of P([0-9]+) to P([0-9]+)(?:, |$)`)

// everyOnTheWay reports whether messages that are listed as in "OK, COORDINATOR(3) of P3 to P2" are in transit.
func everyOnTheWay(text string, s world.Snapshot) bool {
	all := listed.FindAllStringSubmatch(text, -1)
	for _, l := range all {
		for _, f := range s.InFlight {
			if f.From == id(l[2]) && f.To == id(l[3]) && !strings.Contains(l[1], f.Message) {
				return false
			}
		}
		if !slices.ContainsFunc(s.InFlight, func(f world.Flight) bool { return f.From == id(l[2]) && f.To == id(l[3]) }) {
			return false
		}
	}
	return len(all) > 0
}
