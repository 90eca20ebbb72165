package terminal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"interrex/checker"
	"interrex/explore/internal/study"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// ring is the world of lecture 000 in which ELECTION(9) circulates for ever.
func ring() world.Config {
	a, _ := model.Find("ring")
	return world.Default(a, []model.ID{4, 8, 9, 3})
}

// circulating is the walk along it.
const circulating = "0.3.1.0~0.0.0"

// subject is the ring, with one counterexample to find.
func subject(t *testing.T) Subject {
	t.Helper()
	w := world.New(ring())
	s := Subject{
		Title: "ring", Properties: spec.Default(), Begin: study.Begin(w),
		Outlook: checker.Options{MaxStates: 1000},
		Decide: func(context.Context) (*Decided, error) {
			return &Decided{Cases: []Case{{Property: spec.Ends, Walk: lasso(t, w)}}, Words: "one"}, nil
		},
	}
	return s
}

// lasso is that ELECTION(9) goes round: found step by step.
func lasso(t *testing.T, w *world.World) *study.Walk {
	t.Helper()
	walk := study.Begin(w)
	for _, text := range []string{
		"P9 starts an election", "P9 dies", "P3 takes ELECTION(9) from P9", "P4 takes ELECTION(9) from P3", "P8 takes ELECTION(9) from P4", "P3 takes ELECTION(9) from P8",
	} {
		i := slices.IndexFunc(walk.Steps(), func(s study.Step) bool { return s.Text == text })
		next, err := walk.Take(i)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		walk = next
	}
	words := strings.Split(walk.String(), ".")
	walk, err := study.Decode(w, strings.Join(words[:4], ".")+"~"+strings.Join(words[4:], ".")+"_0")
	if err != nil {
		t.Fatal(err)
	}
	return walk
}

// press presses keys, one letter each, "⏎" for enter, and does at once what they make be done.
func press(t *testing.T, e *Explorer, keys string) {
	t.Helper()
	for _, key := range keys {
		m := tea.KeyPressMsg{Code: key, Text: string(key)}
		if key == '⏎' {
			m = tea.KeyPressMsg{Code: tea.KeyEnter}
		}
		_, cmd := e.Update(m)
		if cmd == nil || key == ' ' { // time is the test's own
			continue
		}
		e.Update(cmd())
	}
}

func screen(e *Explorer) string { return e.View().Content }

// TestKeys: where each leads, by the walk that is written down.
func TestKeys(t *testing.T) {
	whole := lasso(t, world.New(ring())).String()
	cycle := strings.TrimSuffix(whole, "_0")
	for _, test := range []struct{ keys, want string }{
		{"", "0"},
		{"p", whole},
		{"pj", cycle + "_1"},
		{"pjjk", cycle + "_1"},
		{"pk", whole},
		{"pG", cycle},
		{"pGj", cycle + "_4"},
		{"pGg", whole},
		{"pppp", whole},
		{"p⏎⏎", cycle + "_2"},
		{"0", "0.0"},
		{"01", "0.0.1"},
		{"01u", "0.0"},
		{"01uu", "0"},
		{"01uuu", "0"},
		{"01uur", "0.0"},
		{"01uurrr", "0.0.1"},
		{"0k3", "0.3"},
		{"0k3u", "0.0_0"},
		{"0kj", "0.0"},
		{"9", "0"},
		{"0gG", "0.0"},
		{"pu", "0"},
		{"x", "0"},
		{"?j", "0"},
		{"?jj", "0"},
		{"z", "0"},
		{"d", "0"},
		{"a", "0"},
	} {
		e := New(t.Context(), subject(t))
		if press(t, e, test.keys); e.Walk().String() != test.want {
			t.Errorf("%s leads to %s, want %s", test.keys, e.Walk(), test.want)
		}
	}
}

// TestEveryKeyIsExplained: in the help, which fits an old terminal.
func TestEveryKeyIsExplained(t *testing.T) {
	e := New(t.Context(), subject(t))
	press(t, e, "?")
	e.Update(tea.WindowSizeMsg{Width: 100, Height: 30})
	for _, b := range bindings() {
		if !strings.Contains(screen(e), strings.Join(b.keys, " ")) || !strings.Contains(screen(e), b.help) {
			t.Errorf("help does not show %v: %s in\n%s", b.keys, b.help, screen(e))
		}
	}
	if _, cmd := e.Update(tea.KeyPressMsg{Code: 'q', Text: "q"}); cmd == nil || fmt.Sprintf("%T", cmd()) != "tea.QuitMsg" {
		t.Error("q does not quit")
	}
}

// TestScreen: what stands on it, at steps of the counterexample.
func TestScreen(t *testing.T) {
	for _, test := range []struct {
		keys string
		want []string
		not  []string
	}{
		{"", []string{"ring: after 0 steps of 0", "  P9  elected ⊥", "nothing is on its way", "left: crashes 1 of 1, starts 1 of 1", "P9 starts an election", "[need not happen]", "says nothing yet"}, []string{"!", "▶"}},
		{"p", []string{"4 to 6 repeat for ever", "counterexample 1 of 1: ends is violated", "cycle: steps 4 to 6", "▶ 2 P9 starts an election"}, []string{"! ends"}},
		{"pj", []string{"after 1 step of 6", "▶ 1    │", "* P9 ─► P3  ELECTION(9)", "starts 0 of 1", "still to come: decides, ends"}, nil},
		{"pjj", []string{"* P9  dead", "  P9 ─► P3", "▶ 2    │              │              ✖", "left: crashes 0 of 1"}, []string{"* P9 ─►"}},
		{"pjjjj", []string{"! ends: an election stays under way for ever", "▶ 4    ●◄"}, nil},
		{"pjw", []string{"  1    │"[3:]}, []string{"cycle: steps", "back to step"}},
		{"pjjx", []string{"not possible", "crash of P4, P8, P3: the budget -crashes=1 is spent", "whatever is up to P9: dead", "deliver P3 → P8: nothing is on its way: P4 stands between them"}, []string{"▶ 0"}},
		{"9", []string{"step 9 after 0 steps: 8 steps are possible here, 0 to 7"}, nil},
		{"z", []string{`"z" does nothing; ? lists the keys`}, nil},
		{"u", []string{"there is nothing to undo"}, nil},
		{"pe", []string{"it can still elect, and need not (d: a fair run that never does); the nearest election is 7 steps away (a: show it)"}, nil},
		{"pjje", []string{"it can not elect any more: none of the 4 states that can be reached has an election"}, nil},
		{"pjjjje", []string{"it can not elect any more: none of the 3 states that can be reached has an election"}, nil},
	} {
		e := New(t.Context(), subject(t))
		e.Update(tea.WindowSizeMsg{Width: 120, Height: 50})
		press(t, e, test.keys)
		for _, want := range test.want {
			if !strings.Contains(screen(e), want) {
				t.Errorf("after %q there is no %q on\n%s", test.keys, want, screen(e))
			}
		}
		for _, not := range test.not {
			if strings.Contains(screen(e), not) {
				t.Errorf("after %q there is %q on\n%s", test.keys, not, screen(e))
			}
		}
	}
}

// TestOutlook: the runs of the answer can be walked along, and undone.
func TestOutlook(t *testing.T) {
	a, _ := model.Find("bully")
	s := subject(t)
	s.Begin = study.Begin(world.New(world.Default(a, []model.ID{1, 2, 3})))
	e := New(t.Context(), s)
	e.Update(tea.WindowSizeMsg{Width: 160, Height: 50})
	press(t, e, "e")
	if !strings.Contains(screen(e), "it can still elect: each election that begins elects or dies out; no other has to begin (d: a fair run that never elects)") {
		t.Fatal(screen(e))
	}
	press(t, e, "ea")
	if e.Walk().Length() != 3 || e.Walk().At() != 0 {
		t.Errorf("a leads to %s", e.Walk())
	}
	press(t, e, "Ge")
	if !strings.Contains(screen(e), "it has elected") {
		t.Error(screen(e))
	}
	if press(t, e, "ued"); e.Walk().Cycle() == study.NoCycle {
		t.Errorf("d leads to %s", e.Walk())
	}
}

// TestBoundedAnswers: what a bound has left open is said to be open.
func TestBoundedAnswers(t *testing.T) {
	for want, o := range map[string]*study.Outlook{
		"that is open: the bound on states was hit after 9 states, none with an election":      {Answer: study.Unknown, Bound: "states", States: 9},
		"it can still elect; whether it must is open: the bound on time was hit after 1 state": {Answer: study.Maybe, Bound: "time", States: 1},
	} {
		if got := answer(o, 0); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestAnswerThatComesLate: what was asked of another step is not said of this one.
func TestAnswerThatComesLate(t *testing.T) {
	e := New(t.Context(), subject(t))
	_, cmd := e.Update(tea.KeyPressMsg{Code: 'e', Text: "e"})
	if !strings.Contains(screen(e), "looking whether it can still elect…") {
		t.Error(screen(e))
	}
	press(t, e, "0")
	e.Update(cmd())
	if e.outlook != nil || e.asking != "" {
		t.Errorf("%+v, %q", e.outlook, e.asking)
	}
	e.Update(outlookNow{err: errors.New("the model panicked\nstack")})
	if e.note != "the model panicked" {
		t.Error(e.note)
	}
}

// TestPlay: it goes on at each tick, round the cycle, until a key ends it.
func TestPlay(t *testing.T) {
	e := New(t.Context(), subject(t))
	press(t, e, "p ")
	var way []int
	for range 8 {
		if _, cmd := e.Update(playOn{1}); cmd == nil {
			t.Fatal("it has stopped")
		}
		way = append(way, e.Walk().At())
	}
	if want := []int{1, 2, 3, 4, 5, 6, 4, 5}; !slices.Equal(way, want) {
		t.Errorf("it has gone by %v, want %v", way, want)
	}
	press(t, e, " ")
	if _, cmd := e.Update(playOn{1}); cmd != nil || e.Walk().At() != 5 {
		t.Error("it has not stopped")
	}
	press(t, e, " ")
	if _, cmd := e.Update(playOn{1}); cmd != nil || e.Walk().At() != 5 {
		t.Error("the play that was ended goes on beside the new one")
	}
	if _, cmd := e.Update(playOn{2}); cmd == nil || e.Walk().At() != 6 {
		t.Error("the new one does not go on")
	}
}

// TestSmall: a terminal of 60×20 has the names of the processes, the present step, and steps to take, at each step.
func TestSmall(t *testing.T) {
	e := New(t.Context(), subject(t))
	e.Update(tea.WindowSizeMsg{Width: 60, Height: 20})
	press(t, e, "p")
	for at := range 7 {
		marked := at // in the drawing; at the beginning the step that comes next, in the list
		if at == 0 {
			marked = 2
		}
		for _, want := range []string{"P4             P8             P9             P3", "possible; a number takes one", fmt.Sprintf("▶ %d ", marked)} {
			if !strings.Contains(screen(e), want) {
				t.Errorf("after %d steps there is no %q on\n%s", at, want, screen(e))
			}
		}
		if at == 0 && !strings.Contains(screen(e), "… 4 more (pgdown)") {
			t.Errorf("the list of steps does not say that it goes on:\n%s", screen(e))
		}
		press(t, e, "j")
	}
}

// TestAnySize: the screen is never larger than the terminal, and shows the present step in its drawing
// wherever there is room for a few lines of it.
func TestAnySize(t *testing.T) {
	e := New(t.Context(), subject(t))
	press(t, e, "pjjjjj")
	for width := 1; width < 200; width += 7 {
		for height := 1; height < 60; height += 3 {
			e.Update(tea.WindowSizeMsg{Width: width, Height: height})
			lines := strings.Split(screen(e), "\n")
			if len(lines) > height {
				t.Fatalf("%d×%d: %d lines", width, height, len(lines))
			}
			for _, line := range lines {
				if len([]rune(line)) > width {
					t.Fatalf("%d×%d: %q", width, height, line)
				}
			}
			if height >= 24 && width >= 40 && !strings.Contains(screen(e), "▶ 5 ") {
				t.Errorf("%d×%d: step 5 is not in sight on\n%s", width, height, screen(e))
			}
		}
	}
}
