package replay_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/node"
	"interrex/impl/simulate"
)

// A recording is a simulated run that is recorded.
type recording struct {
	simulate.Plan
	adapt func(*node.Options)
}

// record makes a run under a name, and its trace in a folder.
func record(t *testing.T, r recording, name, folder string) {
	t.Helper()
	r.Channels.Least, r.Channels.Most = time.Millisecond, 20*time.Millisecond
	r.Rates = slices.Repeat([]float64{1}, len(r.Members))
	options := simulate.Options{Folder: folder, Adapt: func(o *node.Options) {
		if o.Run = name; r.adapt != nil {
			r.adapt(o)
		}
	}}
	synctest.Test(t, func(t *testing.T) {
		if err := simulate.Run(r.Plan, options); err != nil {
			t.Error(err)
		}
	})
}

// calm is a run without faults.
func calm(algorithm string, seed uint64, members ...impl.ID) simulate.Plan {
	return simulate.Plan{Algorithm: algorithm, Members: members, Seed: seed, Length: time.Second}
}

// troubled is a run in which the last member crashes, the first stands still, and the group is parted; each fault
// lasts for a time, and so does the pause after it.
func troubled(algorithm string, seed uint64, lasts time.Duration, members ...impl.ID) simulate.Plan {
	p := calm(algorithm, seed, members...)
	last, half := members[len(members)-1], len(members)/2
	p.Faults = []simulate.Fault{
		{Kind: simulate.Crash, Node: last, For: lasts},
		{Kind: simulate.Pause, Node: members[0], For: lasts},
		{Kind: simulate.Partition, Sides: [][]impl.ID{members[:half], members[half:]}, For: lasts},
		{Kind: simulate.Crash, Node: last},
	}
	for i := range p.Faults {
		p.Faults[i].At = time.Duration(2*i+1) * lasts
	}
	p.Length = 8 * lasts
	return p
}
