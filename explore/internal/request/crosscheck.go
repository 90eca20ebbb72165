package request

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/explore/internal/crosscheck"
	"interrex/model"
	"interrex/model/world"
)

// crosscheck reads the flags of the command crosscheck: those of one world, or none, to ask for
// the instances of one algorithm or of all.
func (r *Request) crosscheck(v *values, given map[string]bool) error {
	for _, name := range []string{"property", "stop", "reduce", "fail-on", "max-depth", "mutant"} {
		if given[name] {
			return fmt.Errorf("-%s has no meaning for crosscheck, which asks for all properties of all states", name)
		}
	}
	if !given["n"] && !given["ids"] {
		return r.instances(v, given)
	}
	asked := maps.Clone(given)
	delete(asked, "format") // check has formats of its own
	if err := r.check(v, asked); err != nil {
		return err
	}
	r.Worlds = []world.Config{r.World}
	return r.delivery(v, given, "text", "json", "cfg")
}

// instances asks for all instances, or those of one algorithm.
func (r *Request) instances(v *values, given map[string]bool) error {
	own := []string{"algo", "workers", "format", "o", "quiet"}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s is for one world, and then -algo and -n or -ids are needed; "+
				"for the instances of spec/instances the flags are -%s", name, strings.Join(own, " -"))
		}
	}
	if _, ok := model.Find(v.algo); given["algo"] && !ok && v.algo != model.ConsensusName {
		return fmt.Errorf("-algo=%s: there is no such algorithm; the algorithms are %s", v.algo, algorithms())
	}
	all, err := crosscheck.Instances()
	if err != nil {
		return err
	}
	for _, i := range all {
		if !given["algo"] || i.World.Algorithm.Name == v.algo {
			r.Worlds = append(r.Worlds, i.World)
		}
	}
	if v.format == "cfg" {
		return fmt.Errorf("-format=cfg is for one world, and then -algo and -n or -ids are needed")
	}
	return r.delivery(v, given, "text", "json")
}
