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
		Codes: []string{"0 the list is printed"},
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

// groups are the properties that mean something for one of the elections.
func (l *list) groups() (groups []group) {
	var own []spec.Property
	for _, a := range l.elections {
		for _, p := range a.Properties {
			if !slices.ContainsFunc(own, func(q spec.Property) bool { return q.Name == p.Name }) {
				own = append(own, p)
			}
		}
	}
	for _, g := range []group{
		{"Properties asked when none is named, of algorithms for which they have a meaning:", spec.Default()},
		{"Properties of the program's own:", own},
		{"Properties asked by name:", spec.Named()},
		{"Properties of a consensus, by name:", spec.OfConsensus()},
	} {
		g.properties = slices.DeleteFunc(slices.Clone(g.properties), func(p spec.Property) bool {
			return !l.catalogue && !slices.ContainsFunc(l.elections, func(a model.Algorithm) bool { return a.Means(p) == nil })
		})
		if len(g.properties) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

type group struct {
	title      string
	properties []spec.Property
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
		w.Line("%s", a.Name)
		if l.catalogue {
			w.Line("    %s (%s), on a %s; rules in spec/%s.md", a.Title, a.Source, a.Topology, a.Name)
		} else {
			w.Line("    %s (%s), on a %s", a.Title, a.Source, a.Topology)
		}
		promises(w, a)
		for _, m := range meaningless(a) {
			if m.properties = l.known(m.properties); m.properties == nil {
				continue
			}
			w.Line("    no meaning: %s, since %s", strings.Join(m.properties, " "), m.why)
		}
		w.Line("    flags of its own: %s", ownFlags(a))
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
	for _, group := range l.groups() {
		w.Line("%s", group.title)
		for _, p := range group.properties {
			w.Line("    %-20s %s", p.Name, p.Statement)
		}
	}
	return w.Err
}

// promises writes the worlds of an algorithm, and the properties that it promises and is asked.
func promises(w *prose.Writer, a model.Algorithm) {
	w.Line("    its author's world: %s", a.World)
	w.Line("    default world: %s", check.DefaultWorld(a))
	w.Line("    promised%s: %s", covered(a), strings.Join(a.Promised, " "))
	w.Line("    asked by default: %s", strings.Join(spec.Names(a.Usual()), " "))
}

// known are those of some properties that the list describes.
func (l *list) known(names []string) (known []string) {
	for _, g := range l.groups() {
		for _, name := range spec.Names(g.properties) {
			if slices.Contains(names, name) {
				known = append(known, name)
			}
		}
	}
	return known
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

// ownFlags lists the flags that not every algorithm has.
func ownFlags(a model.Algorithm) string {
	var own []string
	for _, f := range []struct {
		has  bool
		name string
	}{
		{a.Timed(), "-timeouts"}, {a.Detected(), "-detector -mistakes"}, {a.Topology.IsRing(), "-repair"},
		{a.Readings, "-reading"}, {a.Terms(), "-logs"},
	} {
		if f.has {
			own = append(own, f.name)
		}
	}
	for _, o := range a.Options {
		own = append(own, "-"+o.Name)
	}
	if a.Terms() {
		own = append(own, "-cut")
	}
	return strings.Join(own, " ")
}
