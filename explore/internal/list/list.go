// Package list is the command list: the elections and the properties.
package list

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/spec"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "list", Group: command.Check, Usage: "[-o=FILE]",
		Short: "lists the algorithms, their worlds and the properties",
		Codes: map[int]string{0: "the list is printed"},
		New: func(p *command.Program) command.Asking {
			l := &list{catalogue: p.Catalogue}
			for _, a := range p.Elections {
				if a.On != "" {
					l.consensus = append(l.consensus, a)
				} else {
					l.elections = append(l.elections, a)
				}
			}
			return l
		},
	}
}

// A list describes the elections of a program.
type list struct {
	check.Question
	command.Delivery
	elections, consensus []model.Algorithm
	catalogue            bool
}

// Flags are the flags of a report.
func (l *list) Flags() flags.Table { return l.Delivered("", "text").Without("format") }

// Run writes the list.
func (l *list) Run(_ context.Context, c *command.Call) int {
	return c.Finish(l.Text(c.Out), check.ExitHolds)
}

// Text describes the algorithms and the properties for people.
func (l *list) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	for _, a := range l.elections {
		rules := ""
		if l.catalogue {
			rules = "; rules in spec/" + a.Name + ".md"
		}
		w.Line("%s", a.Name)
		w.Line("    %s (%s), on a %s%s", a.Title, a.Source, a.Topology, rules)
		promises(w, a)
		if a.Reach() > 0 {
			w.Line("    explored in a minute on two cores: up to -n=%d", a.Reach())
		}
		w.Line("")
	}
	for _, a := range l.consensus {
		w.Line("%s", a.Name)
		w.Line("    consensus on top of an election with ids, -on=NAME; rules in spec/%s.md", model.ConsensusName)
		promises(w, a)
		w.Line("")
	}
	l.properties(w)
	return w.Err
}

// properties writes the properties that mean something for one of the elections.
func (l *list) properties(w *prose.Writer) {
	var own []spec.Property
	for _, a := range l.elections {
		for _, p := range a.Properties {
			if !slices.ContainsFunc(own, func(q spec.Property) bool { return q.Name == p.Name }) {
				own = append(own, p)
			}
		}
	}
	for _, group := range []struct {
		title      string
		properties []spec.Property
	}{
		{"Properties asked when none is named, of algorithms for which they have a meaning:", spec.Default()},
		{"Properties of the program's own:", own},
		{"Properties asked by name:", spec.Named()},
		{"Properties of a consensus, by name:", spec.OfConsensus()},
	} {
		for _, p := range group.properties {
			if !l.catalogue && !slices.ContainsFunc(l.elections, func(a model.Algorithm) bool { return a.Means(p) == nil }) {
				continue
			}
			if group.title != "" {
				w.Line("%s", group.title)
				group.title = ""
			}
			w.Line("    %-20s %s", p.Name, p.Statement)
		}
	}
}

// promises writes the worlds of an algorithm, and the properties that it promises and is asked.
func promises(w *prose.Writer, a model.Algorithm) {
	w.Line("    its author's world: %s", a.World)
	w.Line("    default world: %s", check.DefaultWorld(a))
	w.Line("    promised%s: %s", covered(a), strings.Join(a.Promised, " "))
	w.Line("    asked by default: %s", strings.Join(spec.Names(a.Usual()), " "))
}

// covered says which crashes the author's promise covers.
func covered(a model.Algorithm) string {
	switch {
	case a.Survives == model.Unlimited:
		return ""
	case a.Survives == 0:
		return " if nobody crashes"
	}
	return fmt.Sprintf(" if at most %d crashes", a.Survives)
}
