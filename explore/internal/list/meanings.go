package list

import (
	"errors"
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
		empty := (*model.Meaningless)(nil)
		if !errors.As(a.Means(p), &empty) {
			continue
		}
		i := slices.IndexFunc(all, func(s silence) bool { return s.why == empty.Why })
		if i < 0 {
			i, all = len(all), append(all, silence{why: empty.Why})
		}
		all[i].properties = append(all[i].properties, p.Name)
	}
	return all
}
