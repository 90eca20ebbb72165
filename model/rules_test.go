package model

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A row shows rules at work: what a process in a local state does when an event happens.
type row struct {
	rules  string // "RI2", or several
	why    string
	self   ID
	before Local
	event  Event
	after  Local
	sends  string // in order: "OK→1 ELECTION(2)→3,4", and on a ring "ELECTION(3)→next"
}

// A show is the rows of one handler, among four processes with ids 1 to 4 in the ring's direction.
type show struct {
	page    string // the algorithm whose page in spec/ has the rules
	reading string
	handler Handler
	rows    []row
}

var four = NewGroup([]ID{1, 2, 3, 4})

// The events of a row.

func starts() Event                  { return Event{Kind: Start} }
func detects() Event                 { return Event{Kind: Detect} }
func recovers() Event                { return Event{Kind: Recover} }
func takes(m Message, from ID) Event { return Event{Kind: Receive, From: from, Message: m} }
func fires(t Timer) Event            { return Event{Kind: Timeout, Timer: t} }
func draws(k int) Event              { return Event{Kind: Choose, Value: k} }
func reports(k ID) Event             { return Event{Kind: Report, Of: k} }

// spellSends lists messages in order; one sent to several in a row is spelt once.
func spellSends(sends []Send) string {
	var b strings.Builder
	for i, s := range sends {
		text := SpellMessage(s.Message)
		switch {
		case s.To == Nobody:
			fmt.Fprintf(&b, " %s→next", text)
		case s.To == Behind:
			fmt.Fprintf(&b, " %s→previous", text)
		case i > 0 && s.Message == sends[i-1].Message && sends[i-1].To != Nobody:
			fmt.Fprintf(&b, ",%d", s.To)
		default:
			fmt.Fprintf(&b, " %s→%d", text, s.To)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// shows are the algorithms of which there is no implementation, to whose steps traces/drive compares those of the others.
func shows() []show { return append(anonymousShows, itaiRodehShows...) }

// TestRules: local state and event make local state and sends.
func TestRules(t *testing.T) {
	for _, s := range shows() {
		for _, r := range s.rows {
			self := Self{ID: r.self, Group: four, Local: r.before, Elections: Unlimited}
			out := s.handler.Handle(self, r.event)
			where := fmt.Sprintf("%s %s, %s: process %d, %+v, %+v", s.page, s.reading, r.rules, r.self, r.before, r.event)
			if out.Local != r.after {
				t.Errorf("%s: local state: got %+v, want %+v: %s", where, out.Local, r.after, r.why)
			}
			if got := spellSends(out.Sends); got != r.sends {
				t.Errorf("%s: sends: got %q, want %q: %s", where, got, r.sends, r.why)
			}
			if out.Elections != Unlimited || out.Capped {
				t.Errorf("%s: an unlimited budget was used up: %d left, capped %v", where, out.Elections, out.Capped)
			}
		}
	}
}

var (
	ruleMade  = regexp.MustCompile(`\*\*([A-Z]{2}[0-9]+)\*\*`)
	ruleUsed  = regexp.MustCompile(`\b[A-Z]{2}[0-9]+\b`)
	ruleRange = regexp.MustCompile(`\b[A-Z]{2}[0-9]+ to [A-Z]{2}[0-9]+\b`)
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// made lists the rules that the page of an algorithm makes.
func made(t *testing.T, algorithm string) []string {
	rules := map[string]bool{}
	for _, rule := range ruleMade.FindAllStringSubmatch(read(t, "../spec/"+algorithm+".md"), -1) {
		rules[rule[1]] = true
	}
	return slices.Sorted(maps.Keys(rules))
}

// used lists the rules that a text names one by one; a range names none.
func used(text string) []string {
	found := ruleUsed.FindAllString(ruleRange.ReplaceAllString(text, ""), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// TestEveryRuleIsCited: an algorithm's file cites the rules of its page, each by its number, and
// none that no page makes.
func TestEveryRuleIsCited(t *testing.T) {
	all := map[string]bool{}
	for _, a := range Catalogue() {
		for _, rule := range made(t, a.Name) {
			all[rule] = true
		}
	}
	for _, a := range Catalogue() {
		cited := used(read(t, strings.ReplaceAll(a.Name, "-", "_")+".go"))
		rules := made(t, a.Name)
		if len(rules) == 0 {
			t.Errorf("the page of %s makes no rule", a.Name)
		}
		for _, rule := range rules {
			if !slices.Contains(cited, rule) {
				t.Errorf("%s: the page makes %s, and the file does not cite it", a.Name, rule)
			}
		}
		for _, rule := range cited {
			if !all[rule] {
				t.Errorf("%s: the file cites %s, which no page makes", a.Name, rule)
			}
		}
	}
}
