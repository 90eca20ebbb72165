package list

import (
	"slices"

	"interrex/model"
	"interrex/spec"
)

// A silence is a set of properties that have no meaning for an algorithm, and the reason.
type silence struct {
	why        string
	properties []string
}

// meaningless lists the properties without a meaning by reason, in the order of the properties.
func meaningless(a model.Algorithm) (all []silence) {
	for _, p := range spec.All() {
		why := a.Lacks(p)
		if why == "" {
			continue
		}
		i := slices.IndexFunc(all, func(s silence) bool { return s.why == why })
		if i < 0 {
			i, all = len(all), append(all, silence{why: why})
		}
		all[i].properties = append(all[i].properties, p.Name)
	}
	return all
}
