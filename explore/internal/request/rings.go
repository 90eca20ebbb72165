package request

import (
	"fmt"
)

// MostRings is the greatest number of processes of which all arrangements are explored.
const MostRings = 8

// rings reads the flags of the command rings: those of check.
func (r *Request) rings(v *values, given map[string]bool) error {
	if err := r.check(v, given); err != nil {
		return err
	}
	a := r.World.Algorithm
	switch {
	case a.Anonymous:
		return fmt.Errorf("rings has no meaning for %s, whose processes are all alike: use check", a.Name)
	case !a.Topology.IsRing():
		return fmt.Errorf("rings has no meaning for %s, which is not a ring: use check", a.Name)
	case len(r.World.IDs) > MostRings:
		return fmt.Errorf("rings with %d processes: allowed are 1 to %d, for there are (N-1)! arrangements", len(r.World.IDs), MostRings)
	case r.Format != "text" && r.Format != "json":
		return fmt.Errorf("-format=%s: allowed for rings are text, json", r.Format)
	}
	return nil
}
