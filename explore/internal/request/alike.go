package request

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/mutants"
)

// alike reads the flags of the command alike: those of a world, to whom, and perhaps a mutant.
func (r *Request) alike(v *values, given map[string]bool) error {
	for _, flag := range []string{"property", "crashes", "fail-on", "stop"} {
		if given[flag] {
			return fmt.Errorf("-%s has no meaning for alike: one process may die, and eventual-leadership is asked", flag)
		}
	}
	if err := r.check(v, given); err != nil {
		return err
	}
	c := &r.World
	switch {
	case !c.Algorithm.Clockwork():
		return fmt.Errorf("alike has no meaning for %s, whose links lose nothing: it is for %s", c.Algorithm.Name, clockworks())
	case r.Format != "text" && r.Format != "json":
		return fmt.Errorf("-format=%s: allowed for alike are text, json", r.Format)
	}
	if r.To = slices.Max(c.IDs); given["to"] {
		r.To = model.ID(v.to.value)
	}
	if !slices.Contains(c.IDs, r.To) {
		return fmt.Errorf("-to=%d: there is no such process; the ids are %s", r.To, commas(c.IDs))
	}
	if !given["mutant"] {
		return nil
	}
	var names []string
	for _, m := range mutants.Mutants() {
		if m.Of == c.Algorithm.Name {
			names = append(names, m.Name)
		}
		if m.Of == c.Algorithm.Name && m.Name == v.mutant {
			c.Algorithm = m.Wounded().Algorithm
			return nil
		}
	}
	return fmt.Errorf("-mutant=%s: there is no such mutant of %s; its mutants are %s", v.mutant, c.Algorithm.Name, strings.Join(names, ", "))
}

// clockworks lists the algorithms that run by the clock only.
func clockworks() string {
	var all []string
	for _, a := range model.Catalogue() {
		if a.Clockwork() {
			all = append(all, a.Name)
		}
	}
	return strings.Join(all, ", ")
}
