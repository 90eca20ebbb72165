package impl_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"interrex/impl"
)

// A scene is a member's part in an election: what happens to it, and what must come of the last of
// it. Inputs are written "start", "timeout timer(2)", "suspect 3", "restart", "2 VOTE(1)".
type scene struct {
	rule   string // it may be followed by an option
	inputs string // parted by semicolons
	want   string // what the last one changes, sends, keeps, stops and sets
	why    string
}

// play boots a member and gives it the inputs of a scene; the outcome is of the last.
func play(t *testing.T, name string, c *impl.Config, inputs string) string {
	t.Helper()
	a := find(t, name)
	var kept *impl.Stable
	is, out := a.Boot(c, nil, false)
	was := is
	for text := range strings.SplitSeq(inputs, ";") {
		was = is
		if text = strings.TrimSpace(text); text == "restart" {
			is, out = a.Boot(c, kept, true)
		} else {
			is, out = was.Step(scripted(t, a, c, text))
		}
		if out.Keep != nil {
			kept = out.Keep
		}
	}
	if out.Ignored {
		return "ignored" + outcome(a, c, was, is, out)
	}
	return outcome(a, c, was, is, out)
}

func find(t *testing.T, name string) impl.Algorithm {
	t.Helper()
	a, err := impl.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

var digits = regexp.MustCompile(`[0-9]+`)

// scripted is the input that a line of a scene describes.
func scripted(t *testing.T, a impl.Algorithm, c *impl.Config, text string) impl.Input {
	t.Helper()
	verb, rest, _ := strings.Cut(text, " ")
	if from, err := strconv.Atoi(verb); err == nil {
		word, args, _ := strings.Cut(rest, "(")
		m := impl.Message{Word: word, Args: numbers(args)}
		if err := a.Check(c, m); err != nil {
			t.Fatal(err)
		}
		return impl.Receive{From: impl.ID(from), Message: m}
	}
	switch n := numbers(rest); verb {
	case "start":
		return impl.Start{}
	case "timeout":
		timer := impl.Timer{Name: strings.TrimRight(rest, "(0123456789)")}
		if len(n) > 0 {
			timer.Of = impl.ID(n[0])
		}
		return impl.Timeout{Timer: timer}
	case "suspect":
		return impl.Suspect{Peer: impl.ID(n[0])}
	case "trust":
		return impl.Trust{Peer: impl.ID(n[0])}
	case "transfer":
		return impl.Transfer{To: impl.ID(n[0])}
	}
	t.Fatalf("no input %q", text)
	return nil
}

func numbers(text string) (list []int) {
	for _, d := range digits.FindAllString(text, -1) {
		n, _ := strconv.Atoi(d)
		list = append(list, n)
	}
	return list
}

// outcome prints what a step has changed, then what it has asked for.
func outcome(a impl.Algorithm, c *impl.Config, was, is impl.State, out impl.Outputs) string {
	var parts []string
	for i, v := range is.Variables() {
		if v != was.Variables()[i] {
			parts = append(parts, v.Name+" "+v.Value)
		}
	}
	if out.Keep != nil {
		parts = append(parts, fmt.Sprintf("keep %d %v", out.Keep.Term, out.Keep.VotedFor))
	}
	for _, s := range out.Sends {
		parts = append(parts, fmt.Sprintf("%s to %v", a.Spell(c, s.Message), s.To))
	}
	for _, timer := range out.Stop {
		parts = append(parts, "stop "+timer.String())
	}
	for _, s := range out.Set {
		text := "set " + s.Timer.String()
		if s.Extra > 0 {
			text += fmt.Sprintf("+%d", s.Extra)
		}
		if s.Soon {
			text += " soon"
		}
		if s.Turn > 0 {
			text += fmt.Sprintf(" after %d", s.Turn)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// show plays scenes.
func show(t *testing.T, name string, c func(option string) *impl.Config, scenes []scene) {
	t.Helper()
	for _, s := range scenes {
		_, option, _ := strings.Cut(s.rule, " ")
		if got := play(t, name, c(option), s.inputs); got != s.want {
			t.Errorf("%s, %s: %s:\n got %s\nwant %s", s.rule, s.why, s.inputs, got, s.want)
		}
	}
}

// three is a group of three as its member self sees it.
func three(self impl.ID) *impl.Config {
	return &impl.Config{Self: self, Members: []impl.ID{1, 2, 3}}
}
