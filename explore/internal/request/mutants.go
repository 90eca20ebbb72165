package request

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/model/mutants"
)

// mutants reads the flags of the command mutants: all of them, those of one algorithm, or one.
func (r *Request) mutants(v *values, given map[string]bool) error {
	own := []string{"algo", "mutant", "workers", "format", "o", "quiet"}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for mutants: its flags are -%s; each mutant comes with its world", name, strings.Join(own, " -"))
		}
	}
	if given["algo"] && !slices.Contains(mutants.Algorithms(), v.algo) {
		return fmt.Errorf("-algo=%s: there is no such algorithm; the algorithms are %s", v.algo, algorithms())
	}
	if given["mutant"] && !given["algo"] {
		return fmt.Errorf("-algo is missing: -mutant=%s is of one algorithm; the algorithms are %s", v.mutant, algorithms())
	}
	var names []string
	for _, m := range mutants.Mutants() {
		if given["algo"] && m.Of != v.algo {
			continue
		}
		names = append(names, m.Name)
		if !given["mutant"] || m.Name == v.mutant {
			r.Mutants = append(r.Mutants, m)
		}
	}
	if len(r.Mutants) == 0 {
		return fmt.Errorf("-mutant=%s: there is no such mutant of %s; its mutants are %s", v.mutant, v.algo, strings.Join(names, ", "))
	}
	r.Alone = given["mutant"]
	return r.delivery(v, given, "text", "json")
}
