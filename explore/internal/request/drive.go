package request

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/model/world"
	"interrex/traces/drive"
)

// A Play is a counterexample from a file, along which the implementation is driven.
type Play struct {
	Property string
	World    world.Config
	Schedule drive.Schedule
	Run      *drive.Run
}

// drive reads the flags of the command drive: a file with counterexamples, or a world whose edges are
// driven; without -algo the default worlds of three processes.
func (r *Request) drive(v *values, given map[string]bool) error {
	switch {
	case given["counterexample"] == given["edges"]:
		return fmt.Errorf("drive needs either -counterexample=FILE, which explore -format=json has written, or -edges")
	case given["counterexample"]:
		return r.plays(v, given)
	}
	for _, name := range []string{"max-depth", "max-counterexamples", "stop", "property", "fail-on"} {
		if given[name] {
			return fmt.Errorf("-%s has no meaning for drive -edges, which drives along all edges and asks nothing; its bounds are -max-states, -max-time and -max-memory", name)
		}
	}
	asked := maps.Clone(given)
	delete(asked, "edges")
	if !given["algo"] {
		own := []string{"edges", "format", "o", "quiet", "max-states", "max-time", "max-memory"}
		for _, name := range slices.Sorted(maps.Keys(given)) {
			if !slices.Contains(own, name) {
				return fmt.Errorf("-%s has no meaning for all algorithms together: name one, -algo=%s", name, strings.Join(drive.Algorithms(), ", "))
			}
		}
		for _, name := range drive.Algorithms() {
			inner, err := Parse([]string{"check", "-algo=" + name, "-n=3"})
			if err != nil {
				return err
			}
			r.Worlds = append(r.Worlds, inner.World)
		}
		r.limits(v)
		return r.delivery(v, given, "text", "json")
	}
	if !given["n"] && !given["ids"] {
		asked["n"], v.n.value = true, 3
	}
	if err := r.check(v, asked); err != nil {
		return err
	}
	if _, err := drive.NewCast(r.World); err != nil {
		return err
	}
	r.Worlds = []world.Config{r.World}
	return r.delivery(v, given, "text", "json")
}

// plays reads the counterexamples of a file, and drives the implementation along them: whether the file
// is one of the model shows only so.
func (r *Request) plays(v *values, given map[string]bool) error {
	own := []string{"counterexample", "property", "format", "o", "quiet"}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for drive -counterexample: its flags are -%s; the file has its world", name, strings.Join(own, " -"))
		}
	}
	file, err := readReport(v.counterexample)
	if err != nil {
		return err
	}
	inner, err := Parse(file.flags())
	if err == nil && inner.Command != "check" {
		err = fmt.Errorf("%q is not the command of a check", file.Reproduce)
	}
	if err != nil {
		return Misspelt{fmt.Errorf("%s:%d: reproduce: %w", file.name, file.line("reproduce"), err)}
	}
	r.World = inner.World
	if given["property"] {
		if _, err := named(r.World, v.property); err != nil {
			return ofProperty(v.property, err)
		}
	}
	for i, p := range file.Properties {
		if p.Counterexample == nil || given["property"] && p.Name != v.property {
			continue
		}
		play := Play{Property: p.Name, World: r.World, Schedule: p.Counterexample.schedule()}
		stage, err := drive.NewTheatre(r.World)
		if err != nil {
			return Misspelt{fmt.Errorf("%s:%d: %w", file.name, file.line("reproduce"), err)}
		}
		if err := file.belongs(i, play); err != nil {
			return err
		}
		if play.Run, err = drive.Follow(r.World, play.Schedule, stage); err != nil {
			return err
		}
		r.Plays = append(r.Plays, play)
	}
	if len(r.Plays) == 0 {
		return Misspelt{fmt.Errorf("%s:%d: no counterexample there; wanted is a report of explore -format=json with a property that is violated", file.name, file.line("properties"))}
	}
	return r.delivery(v, given, "text", "json")
}
