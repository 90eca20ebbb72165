package report

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/spec"
)

// ListText describes the algorithms and the properties for people.
func ListText(out io.Writer) error {
	w := &prose.Writer{Out: out}
	for _, a := range model.Catalogue() {
		w.Line("%s", a.Name)
		w.Line("    %s (%s), on a %s; rules in spec/%s.md", a.Title, a.Source, a.Topology, a.Name)
		w.Line("    its author's world: %s", a.World)
		w.Line("    promised there%s: %s", covered(a), strings.Join(a.Promised, " "))
		w.Line("    asked by default: %s", strings.Join(propertyNames(a.Usual()), " "))
		for _, m := range meaningless(a) {
			w.Line("    no meaning: %s, for %s", strings.Join(m.properties, " "), m.why)
		}
		w.Line("    flags of its own: %s", ownFlags(a))
		w.Line("    exhausted in a minute on two cores: up to -n=%d", a.Reach())
		w.Line("")
	}
	w.Line("%s", model.ConsensusName)
	w.Line("    consensus by any of these elections whose processes have ids, -on=NAME; rules in spec/%s.md", model.ConsensusName)
	w.Line("")
	for _, group := range []struct {
		title      string
		properties []spec.Property
	}{
		{"Properties asked when none is named, of algorithms for which they have a meaning:", spec.Default()},
		{"Properties asked by name:", spec.Named()},
		{"Properties of a consensus, by name:", spec.OfConsensus()},
	} {
		w.Line("%s", group.title)
		for _, p := range group.properties {
			w.Line("    %-20s %s", p.Name, p.Statement)
		}
	}
	return w.Err
}

// covered says which crashes the promise covers.
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
	var flags []string
	for _, f := range []struct {
		has  bool
		name string
	}{
		{a.Timed(), "-timeouts"}, {a.Detected(), "-detector -mistakes"}, {a.Topology.IsRing(), "-repair"},
		{a.Readings, "-reading"}, {a.Watched, "-watchers"}, {a.Terms, "-logs -pre-vote -check-quorum -cut"},
	} {
		if f.has {
			flags = append(flags, f.name)
		}
	}
	return strings.Join(flags, " ")
}

// ListJSON describes them for programs.
func ListJSON(out io.Writer) error {
	type empty struct {
		Property string `json:"property"`
		Why      string `json:"why"`
	}
	type algorithm struct {
		Name     string   `json:"name"`
		Title    string   `json:"title"`
		Source   string   `json:"source"`
		Topology string   `json:"topology"`
		World    string   `json:"world"`
		Crashes  int      `json:"crashes"`
		Promised []string `json:"promised"`
		Asked    []string `json:"asked"`
		Without  []empty  `json:"meaningless"`
		Survives any      `json:"promised_up_to_crashes"`
		Flags    []string `json:"flags"`
		Reach    int      `json:"n_exhausted_in_a_minute"`
	}
	type property struct {
		Name      string `json:"name"`
		Kind      string `json:"kind"`
		Statement string `json:"statement"`
		Default   bool   `json:"default"`
	}
	var list struct {
		Interrex   string      `json:"interrex"`
		Algorithms []algorithm `json:"algorithms"`
		Properties []property  `json:"properties"`
	}
	list.Interrex = check.Version
	for _, a := range model.Catalogue() {
		without := []empty{}
		for _, m := range meaningless(a) {
			for _, name := range m.properties {
				without = append(without, empty{name, m.why})
			}
		}
		list.Algorithms = append(list.Algorithms, algorithm{a.Name, a.Title, a.Source, string(a.Topology), a.World,
			a.Crashes, a.Promised, propertyNames(a.Usual()), without, check.Setting{Value: a.Survives}.JSON(), strings.Fields(ownFlags(a)), a.Reach()})
	}
	for i, properties := range [][]spec.Property{spec.Default(), spec.Named(), spec.OfConsensus()} {
		for _, p := range properties {
			list.Properties = append(list.Properties, property{p.Name, check.Decision{Property: p}.Kind(), p.Statement, i == 0})
		}
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}
