package request

import (
	"fmt"

	"interrex/model/crosscheck"
	"interrex/model/world"
)

// crosscheck reads the flags of the command crosscheck: a world, or none to ask for the instances
// of one algorithm or of all.
func (r *Request) crosscheck(v *values, given map[string]bool) (err error) {
	if r.Format, err = oneOf(given, "format", v.format, "text", "json", "cfg"); err != nil {
		return err
	}
	v.format, given["format"] = "", false
	format := r.Format
	if given["n"] || given["ids"] {
		if err := r.check(v, given); err != nil {
			return err
		}
		r.Format, r.Worlds = format, []world.Config{r.World}
		return nil
	}
	for name := range given {
		if given[name] && name != "algo" && name != "o" && name != "quiet" && name != "workers" {
			return fmt.Errorf("-%s asks for a world of its own, and for that -n or -ids is missing; "+
				"without, crosscheck takes the instances of spec/instances", name)
		}
	}
	if format == "cfg" {
		return fmt.Errorf("-format=cfg is for one world: -algo, and -n or -ids, are missing")
	}
	return r.instances(v, given)
}

// instances asks for all instances, or those of one algorithm.
func (r *Request) instances(v *values, given map[string]bool) error {
	all, err := crosscheck.Instances()
	if err != nil {
		return err
	}
	for _, i := range all {
		if v.algo == "" || i.World.Algorithm.Name == v.algo {
			r.Worlds = append(r.Worlds, i.World)
		}
	}
	if len(r.Worlds) == 0 {
		return fmt.Errorf("-algo=%s: there are no instances of it; the algorithms are %s", v.algo, algorithms())
	}
	r.Options.Workers, r.Quiet, r.Output = v.workers.value, v.quiet, v.output
	return v.somewhere(given)
}
