package crosscheck

import (
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

// chosen are the instances that are compared where there is no time for all: small ones that together have every algorithm and
// every flag.
const chosen = `
-algo=raft -n=3 -crashes=0 -restarts=0 -initial=leader -pre-vote=true -cut=1-3,3-1
-algo=ring-watch -n=2 -repair=lost -timeouts=clock -t=1 -elections=1 -capacity=2
-algo=omega-minimal -n=2 -crashes=0 -tm=1 -tp=1 -eta=2 -ties=timer-first -counters=1
-algo=ring-accept -n=2 -crashes=0 -initial=leader -starts=0 -detector=eventually-perfect -mistakes=1
-algo=hirschberg-sinclair -n=4 -initiators=4 -channels=bag
-algo=bully -n=2 -starts=2 -timeouts=clock -gst=1 -timely=2-1
-algo=chang-roberts -n=2 -reading=printed
-algo=consensus -on=chang-roberts -n=3
-algo=omega-timely -n=2 -timely=nothing -late=1 -counters=1
-algo=ring -n=3 -criterion=load -loads=1,2,1 -crashes=1
-algo=anonymous -n=2 -crashes=1 -initial=leader
-algo=itai-rodeh -n=2 -crashes=1 -initial=leader
-algo=raft -n=3 -crashes=0 -restarts=0 -initial=leader -check-quorum=true -cut=1-3,3-1
-algo=ring-maxid -n=2 -crashes=0 -initial=leader -starts=0 -detector=eventually-perfect -mistakes=1
-algo=lelann -n=2 -initial=leader -detector=eventually-perfect -mistakes=1
-algo=raft -n=2 -crashes=0 -restarts=0 -timeouts=any -timeouts-left=2 -logs=1:1,1:2 -pre-vote=true
-algo=bully-recovery -n=2 -restarts=1
-algo=ring-detector -ids=2,1,3 -crashes=0 -initiators=3 -detector=inaccurate -mistakes=1
-algo=ring-watch -n=3 -repair=lost -watchers=predecessor
-algo=omega-minimal -n=2 -crashes=2 -crash-points=steps
`

// choose returns the instances that are compared at the level of the tests.
func choose(all []Instance) []Instance {
	list := chosen
	switch {
	case testlevel.All():
		return all
	case testlevel.Quick():
		list = "\n-algo=bully -n=2\n-algo=chang-roberts -n=2\n"
	}
	return slices.DeleteFunc(slices.Clone(all), func(i Instance) bool { return !strings.Contains(list, "\n"+i.Name()+"\n") })
}

// TestChosen: each chosen instance is one, and together they have every algorithm and every flag of all.
func TestChosen(t *testing.T) {
	all, err := Instances()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(strings.TrimSpace(chosen)) {
		if !slices.ContainsFunc(all, func(i Instance) bool { return i.Name() == strings.TrimSpace(line) }) {
			t.Errorf("%s is no instance", line)
		}
		for _, trait := range traits(line) {
			seen[trait] = true
		}
	}
	for _, i := range all {
		for _, trait := range traits(i.Name()) {
			if !seen[trait] {
				t.Errorf("no chosen instance has %s", trait)
			}
		}
	}
}

// traits are the algorithm of an instance, and the name of each flag of its world.
func traits(line string) (list []string) {
	for flag := range strings.FieldsSeq(line) {
		name, value, _ := strings.Cut(flag, "=")
		switch name {
		case "-algo":
			list = append(list, value)
		case "-n", "-ids":
		default:
			list = append(list, name)
		}
	}
	return list
}
