package check

import (
	"reflect"
	"strings"
	"testing"

	"interrex/model"
)

// TestCanonical: a worker that reads what a store says is asked knows the same world and properties, whatever was asked.
func TestCanonical(t *testing.T) {
	bully, _ := model.Find("bully")
	elections := append(model.Catalogue(), model.Consensus(bully))
	read := func(line string) Question {
		t.Helper()
		q := Question{Elections: elections}
		table := q.Flags()
		words, err := table.Scan(strings.Fields(line))
		if err == nil {
			err = table.Read(words)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return q
	}
	lines := []string{
		"-algo=bully -ids=4,8,9 -timeouts=clock -gst=2 -ties=timer-first -timely=4-8", "-algo=bully -n=3 -timeouts=clock -timely=nothing -tm=2",
		"-algo=bully -n=3 -criterion=load -loads=2,1,1 -stop=first", "-algo=bully -n=3 -criterion=log -logs=1:3,2:1,2:1 -property=one-leader",
		"-algo=raft -n=3 -logs=1:3,2:1,2:1 -cut=1-2,2-1 -pre-vote -check-quorum", "-algo=consensus -on=raft -n=3",
		"-algo=ring -ids=4,8,9,3 -crashes=unlimited -initiators=nobody -initial=leader -repair=resent -capacity=2",
		"-algo=bully -n=3 -initiators=1,3 -channels=lossy -losses=2 -crash-points=steps", "-algo=ring-detector -n=3 -detector=inaccurate -mistakes=2",
		"-algo=omega-timely -n=3 -timely=from:2 -late=1 -eta=2", "-algo=itai-rodeh -n=3", "-algo=chang-roberts -n=4 -reading=printed -property=promised,stability",
	}
	for _, a := range elections {
		lines = append(lines, "-algo="+a.Name+" -n=3")
	}
	for _, line := range lines {
		q := read(line)
		words := q.canonical()
		again := read(strings.Join(words, " "))
		if got := again.canonical(); !reflect.DeepEqual(got, words) {
			t.Errorf("%s: is %q, and as a worker reads it %q", line, words, got)
		}
		one, other := q.World, again.World
		one.Algorithm, other.Algorithm = model.Algorithm{}, model.Algorithm{}
		one.Options, other.Options = nil, nil // those that are not said are as by default
		if one, other = one.Bounded(), other.Bounded(); !reflect.DeepEqual(one, other) {
			t.Errorf("%s: is\n%+v\nand as a worker reads it\n%+v", line, one, other)
		}
	}
}
