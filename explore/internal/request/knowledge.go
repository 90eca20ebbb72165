package request

import (
	"maps"

	"interrex/explore/internal/knowledge"
)

// knowledge reads the flags of the command knowledge: those of a world, and what a process is shown
// of the group.
func (r *Request) knowledge(v *values, given map[string]bool) (err error) {
	if r.Knows, err = oneOf(given, "knows", v.knows, knowledge.Itself, knowledge.Higher, knowledge.Larger); err != nil {
		return err
	}
	asked := maps.Clone(given)
	delete(asked, "knows")
	if err := r.check(v, asked); err != nil {
		return err
	}
	return r.delivery(v, given, "text", "json")
}
