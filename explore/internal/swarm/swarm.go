// Package swarm is the command swarm: it puts the reports of several members of a swarm together.
package swarm

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/spec"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "swarm", Group: command.Check, Usage: "FILE...", Args: "FILE...",
		Short: "puts the JSON reports of members of a swarm (check -swarm=I/K -format=json) together",
		Long: "It tells what they have found and, from what they have in common, how much of the world they may have seen. " +
			"The exit code is the worst of theirs; where none has found a violation it is 152, for a sample decides nothing.",
		Codes: []string{"12 a member met a violation of a safety property", "11 the only safety property violated is not-stuck", "13 only liveness properties are violated", "150 a report is malformed", "152 nothing was violated, which a sample does not decide"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

type asked struct {
	check.Question
	command.Delivery
	members []*member
}

// Flags are those of the delivery.
func (a *asked) Flags() flags.Table { return a.Delivered("", "text", "json") }

// Take reads the reports.
func (a *asked) Take(args []string) (err error) {
	if len(args) == 0 {
		return fmt.Errorf("no file is named: it is explore swarm FILE..., each a report of check -swarm=I/K -format=json")
	}
	if a.members, err = readAll(args); err != nil {
		return command.InputError{Err: err}
	}
	return nil
}

// Run puts the reports together.
func (a *asked) Run(_ context.Context, c *command.Call) int { return c.Deliver(join(a.members)) }

// A document is what the members have found together.
type document struct {
	// The command of each member, but for which member it is.
	Reproduce string `json:"reproduce"`
	// The members, in their order.
	Members []one `json:"members"`
	// How many members of the swarm have no report here.
	Missing int `json:"missing"`
	// What was found of each property.
	Properties []property `json:"properties"`
	// How much they have met together; null if that cannot be told, since a member's report has no sketch.
	Coverage *coverage `json:"coverage"`
	// The exit code: the worst of the members'.
	Exit int `json:"exit"`
}

// A one is one member.
type one struct {
	// Which one it is.
	Member int `json:"member"`
	// The file of its report.
	File string `json:"file"`
	// States that it has met.
	States int `json:"states"`
	// How often it has come to a state, known or new.
	Visits int `json:"visits"`
	// How many of its last visits are meant by fresh.
	Recent int `json:"recent"`
	// How many of its last visits were to states not met before.
	Fresh int `json:"fresh"`
	// The length of its longest run.
	Depth int `json:"depth"`
	// What has ended it.
	Ended string `json:"ended"`
	// The properties that it has violated.
	Violated []string `json:"violated"`
	// Its exit code.
	Exit int `json:"exit"`
}

// A property is what was found of one.
type property struct {
	// Its name.
	Name string `json:"name"`
	// Whether the author promises it in such a world.
	Promised bool `json:"promised"`
	// Violated or inconclusive.
	Verdict string `json:"verdict"`
	// The members that have violated it.
	Members []int `json:"members"`
	// The file with the counterexample that has the fewest steps; null if there is none.
	File *string `json:"file"`
	// How many steps that has.
	Steps *int `json:"steps"`
}

// A coverage is how much members have met together.
type coverage struct {
	// About how many different states.
	Union float64 `json:"union"`
	// It is at least so many, and at most so many, 19 times in 20.
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
	// How many of these states were looked at for what follows: a sample without a preference.
	Sampled int `json:"sampled"`
	// Of these, how many were met by one member, by two and so on.
	MetBy []int `json:"met_by"`
	// On the average, such members can meet no fewer states than this (Chao 1987), if they are alike and independent. Null for a single member.
	LowerBound *float64 `json:"lower_bound"`
	// Whether that can be assumed: all members have ended at a bound that depends on no time.
	Alike bool `json:"alike"`
}

// A report is the document, and what else its text says.
type report struct {
	document
	members []*member
}

// join puts members together.
func join(members []*member) *report {
	slices.SortFunc(members, func(a, b *member) int { return a.doc.Swarm.Member - b.doc.Swarm.Member })
	r := &report{members: members}
	r.Reproduce, r.Members, r.Properties = members[0].same, []one{}, []property{}
	of := 0
	for _, m := range members {
		s := m.doc.Swarm
		of = max(of, s.Of)
		o := one{Member: s.Member, File: m.file, States: m.doc.States, Visits: s.Visits, Recent: s.Recent, Fresh: s.Fresh,
			Depth: m.doc.Depth, Ended: s.Ended, Violated: []string{}, Exit: m.doc.Exit}
		for n, p := range m.doc.Properties {
			if len(r.Properties) == n {
				r.Properties = append(r.Properties, property{Name: p.Name, Promised: p.Promised, Verdict: checker.Inconclusive.String(), Members: []int{}})
			}
			if p.Counterexample == nil {
				continue
			}
			o.Violated = append(o.Violated, p.Name)
			r.Properties[n].add(m, len(p.Counterexample.Stem)+len(p.Counterexample.Cycle))
		}
		r.Members = append(r.Members, o)
	}
	r.Missing, r.document.Exit, r.Coverage = of-len(members), worst(r.Members), covered(members)
	return r
}

// add takes notice of a counterexample.
func (p *property) add(m *member, steps int) {
	p.Verdict, p.Members = checker.Violated.String(), append(p.Members, m.doc.Swarm.Member)
	if p.Steps == nil || steps < *p.Steps {
		p.Steps, p.File = &steps, &m.file
	}
}

// worst is the worst exit code of members.
func worst(members []one) int {
	for _, code := range []int{check.ExitSafety, check.ExitStuck, check.ExitLiveness} {
		if slices.ContainsFunc(members, func(o one) bool { return o.Exit == code }) {
			return code
		}
	}
	return check.ExitInconclusive
}

// covered tells how much members have met together, nil if one of them has no sketch.
func covered(members []*member) *coverage {
	var all []checker.Catch
	alike := true
	for _, m := range members {
		if m.sketch == nil {
			return nil
		}
		catch := checker.Catch{Sketch: m.sketch, States: m.doc.States}
		if m.doc.Swarm.Forgotten > 0 {
			catch.States = 0
		}
		all = append(all, catch)
		alike = alike && slices.Contains([]string{"states", "all"}, m.doc.Swarm.Ended)
	}
	c := checker.Cover(all)
	d := &coverage{Union: math.Round(c.Union.About), Least: math.Floor(c.Union.Least), Most: math.Ceil(c.Union.Most), Sampled: c.Sampled, MetBy: c.MetBy, Alike: alike}
	if len(members) > 1 {
		least := math.Round(c.Least)
		d.LowerBound = &least
	}
	return d
}

// Exit is the worst exit code of the members.
func (r *report) Exit() int { return r.document.Exit }

// Verdict is the last line.
func (r *report) Verdict() string {
	var decided []check.Decision
	for _, p := range r.Properties {
		d := check.Decision{Property: spec.Property{Name: p.Name}, Promised: p.Promised, Verdict: checker.Inconclusive}
		if p.File != nil {
			d.Verdict = checker.Violated
		}
		decided = append(decided, d)
	}
	broken := check.BrokenOf(decided, func(d check.Decision) string { return d.Name })
	sample := fmt.Sprintf("a sample, by %s", prose.Plural(len(r.Members), "member"))
	if broken == "" {
		return fmt.Sprintf("verdict: inconclusive: nothing was violated in %s (exit %d)", sample, r.Exit())
	}
	return fmt.Sprintf("verdict: %s; incomplete, %s (exit %d)", broken, sample, r.Exit())
}

// JSON writes the document.
func (r *report) JSON(out io.Writer) error { return prose.JSON(out, r.document) }

// Text writes it for people.
func (r *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   %s of a swarm of %s", check.Version, prose.Plural(len(r.Members), "member"), prose.Grouped(len(r.Members)+r.Missing))
	w.Line("each: %s", r.Reproduce)
	w.Line("")
	w.Line("  %6s %15s %15s %9s %12s  %-13s %s", "member", "states met", "visits", "new last", "longest run", "ended by", "violated")
	for _, o := range r.Members {
		w.Line("  %6d %15s %15s %9s %12s  %-13s %s", o.Member, prose.Grouped(o.States), prose.Grouped(o.Visits), check.Share(o.Fresh, o.Recent),
			prose.Grouped(o.Depth), check.Question{}.EndOf(o.Ended), strings.Join(o.Violated, ", "))
	}
	w.Line("")
	w.Line("  %-20s %-13s %s", "property", "verdict", "found by")
	for _, p := range r.Properties {
		found := ""
		if p.File != nil {
			found = fmt.Sprintf("%s of %d; the fewest steps, %d, are in %s", prose.Plural(len(p.Members), "member"), len(r.Members), *p.Steps, *p.File)
		}
		w.Line("%s", strings.TrimRight(fmt.Sprintf("  %-20s %-13s %s", p.Name, check.Loud(verdict(p)), found), " "))
	}
	w.Line("")
	for _, paragraph := range r.covers() {
		w.Paragraph(paragraph)
	}
	w.Line("")
	w.Line("%s", r.Verdict())
	return w.Err
}

func verdict(p property) checker.Verdict {
	if p.File != nil {
		return checker.Violated
	}
	return checker.Inconclusive
}

// covers tells the coverage in words.
func (r *report) covers() []string {
	c := r.Coverage
	if c == nil {
		return []string{"How much they have in common cannot be told: states of this election hold pointers, which mean nothing to another process."}
	}
	words := fmt.Sprintf("Together they have met %s.", span(c))
	if n := len(r.Members); n > 1 {
		words += fmt.Sprintf(" Of %s looked at, %s were met by one member alone, and %s by all.",
			prose.Plural(c.Sampled, "state"), check.Share(c.MetBy[0], c.Sampled), check.Share(c.MetBy[n-1], c.Sampled))
	}
	switch {
	case c.LowerBound == nil:
		return []string{words}
	case !c.Alike:
		return []string{words, "Nothing is said of states that none has met: it takes members that are alike, and time, memory or an interrupt has ended some."}
	}
	return []string{words, fmt.Sprintf("There is no telling how many states there are. Members like these, independent of each other, can meet at least %s "+
		"on the average (Chao's lower bound). There may be any number more that such members never meet, and how far off the average this swarm is "+
		"is not known, since a member meets states in the company of others.", number(*c.LowerBound))}
}

// span spells how many states members have met together.
func span(c *coverage) string {
	if c.Least == c.Most {
		return prose.Plural(int(c.Union), "state")
	}
	return fmt.Sprintf("about %s states (19 times in 20 from %s to %s)", number(c.Union), number(c.Least), number(c.Most))
}

// number spells a number with three digits that count.
func number(n float64) string {
	if n < 1000 {
		return prose.Grouped(int(n))
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-2)
	return prose.Grouped(int(math.Round(n/unit) * unit))
}
