package request

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"interrex/checker"
)

// Serve is what the command serve offers, and how much of it to a visitor.
type Serve struct {
	Address string
	Jobs    int             // at a time
	Bounds  checker.Options // of each check: the most that a visitor can ask for
}

// What serve gives a check unless it is said otherwise.
const (
	servedStates = 10_000_000
	servedTime   = time.Minute
	servedJobs   = 2
)

// serve reads the flags of the command serve.
func (r *Request) serve(v *values, given map[string]bool) error {
	own := []string{"addr", "jobs", "max-states", "max-time", "max-memory", "workers"}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for serve: its flags are -addr -jobs -max-states -max-time -max-memory -workers; what to explore is chosen in the browser", name)
		}
	}
	r.Serve = Serve{Address: v.addr, Jobs: servedJobs}
	switch {
	case !given["addr"]:
		r.Serve.Address = "127.0.0.1:8080"
	case v.addr == "":
		return errors.New("-addr= is empty: it is HOST:PORT, such as 127.0.0.1:8080, or :8080 for whoever can reach this machine")
	}
	if given["jobs"] {
		r.Serve.Jobs = v.jobs.value
	}
	if err := r.bounds(v, given); err != nil {
		return err
	}
	r.Serve.Bounds = r.Options
	if !given["max-states"] {
		r.Serve.Bounds.MaxStates = servedStates
	}
	if !given["max-time"] {
		r.Serve.Bounds.MaxTime = servedTime
	}
	return nil
}
