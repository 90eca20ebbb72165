package drive

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/impl"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// commands are the worlds of the comparison: of each algorithm its default one for three processes,
// rings of four too, and what is beyond: more crashes, restarts, another timing, other channels,
// another order on the ring.
const commands = `
-algo=bully -n=3
-algo=bully -n=3 -crashes=2 -timeouts=perfect
-algo=bully -n=3 -timeouts=any
-algo=bully -n=3 -timeouts=any -restarts=1
-algo=bully -n=3 -timeouts=clock -tm=1 -tp=1
-algo=bully -ids=2,3,1 -criterion=load -loads=1,3,2
-algo=bully-recovery -n=3 -restarts=0
-algo=bully-recovery -n=3 -restarts=1
-algo=bully-recovery -n=3 -timeouts=clock -tm=1 -tp=1 -restarts=0
-algo=consensus -on=bully -ids=2,3,1
-algo=consensus -on=bully -n=2 -restarts=1
-algo=consensus -on=raft -n=2 -elections=1
-algo=consensus -on=omega-minimal -n=2
-algo=consensus -on=ring-watch -n=3 -repair=lost
-algo=chang-roberts -n=3
-algo=chang-roberts -n=3 -crashes=1 -restarts=1
-algo=chang-roberts -n=3 -channels=bag
-algo=chang-roberts -n=3 -channels=duplicating
-algo=chang-roberts -ids=3,1,4,2 -crashes=1 -repair=resent
-algo=hirschberg-sinclair -n=3
-algo=hirschberg-sinclair -ids=2,3,1 -crashes=1 -repair=resent -initiators=1
-algo=hirschberg-sinclair -n=4
-algo=lelann -n=3
-algo=lelann -ids=2,3,1 -crashes=1 -restarts=1
-algo=lelann -n=3 -crashes=1 -repair=resent
-algo=lelann -ids=3,1,4,2
-algo=omega-minimal -n=2
-algo=omega-minimal -ids=2,3,1 -counters=1
-algo=omega-timely -n=3
-algo=raft -n=3
-algo=raft -n=3 -logs=1:1,1:2,2:1 -elections=1
-algo=raft -ids=2,3,1 -timeouts=any -crashes=0 -elections=1 -initiators=1
-algo=raft -n=3 -timeouts=any -crashes=0 -elections=1 -capacity=2 -initiators=1 # H at any time
-algo=raft -n=3 -pre-vote -crashes=0 -restarts=0 -elections=1 -starts=2
-algo=raft -n=3 -channels=bag -elections=1 -initiators=1,2
-algo=raft -n=2 -pre-vote -elections=1
-algo=raft -n=2 -timeouts=any -channels=bag -elections=1
-algo=raft -n=3 -check-quorum -crashes=2 -restarts=0 -elections=1
-algo=raft -n=3 -check-quorum -cut=1-2,2-1,1-3,3-1 -elections=1
-algo=raft -n=3 -pre-vote -check-quorum -restarts=0 -elections=1 -initiators=1
-algo=ring -n=3 -crashes=1
-algo=ring -ids=2,3,1 -repair=resent -crashes=1
-algo=ring -n=4 -initiators=1 -crashes=1
-algo=ring-accept -n=3 -crashes=1
-algo=ring-accept -ids=2,3,1 -repair=resent -restarts=1 -initiators=1 -crashes=1
-algo=ring-detector -ids=2,3,1 -repair=lost
-algo=ring-detector -n=3 -detector=inaccurate -mistakes=2 -crashes=0
-algo=ring-detector -n=2 -restarts=1 -repair=lost
-algo=ring-maxid -n=3 -crashes=1
-algo=ring-maxid -ids=2,3,1 -repair=resent -starts=2 -crashes=0
-algo=ring-watch -n=3 -repair=lost
-algo=ring-watch -n=3 -timeouts=any -crashes=0 -elections=1
-algo=ring-watch -ids=2,3,1 -timeouts=clock -crashes=0
-algo=ring-watch -n=2 -restarts=1 -repair=lost
`

// restless follows a command in whose world a timer H fires at any time, as the implementation's does: the page's only
// on occasion.
const restless = "# H at any time"

type unoccasional struct{ model.Handler }

func (u unoccasional) HasOccasion(s model.Situation, g *model.Group, id model.ID, t model.Timer) bool {
	return t.Name == "H" || u.Handler.HasOccasion(s, g, id, t)
}

// worldOf is the world of a command.
func worldOf(command string) (world.Config, error) {
	words, isRestless := strings.CutSuffix(command, restless)
	bully, _ := model.Find("bully")
	q := check.Question{Elections: append(model.Catalogue(), model.Consensus(bully))}
	table := q.Flags()
	line, err := table.Scan(strings.Fields(words))
	if err == nil {
		err = table.Read(line)
	}
	c := q.World
	if healthy := c.Algorithm.Make; isRestless {
		c.Algorithm.Make = func(v model.Variant) model.Handler { return unoccasional{healthy(v)} }
	}
	return c, err
}

// A study is a world, its graph, and what has come of comparing in it.
type study struct {
	command   string
	algorithm impl.Algorithm
	graph     *graph
	found     *Comparison
}

// compared are the studies of all worlds, made once for all tests.
var compared = sync.OnceValues(func() (all []*study, err error) {
	var group sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for command := range strings.Lines(strings.TrimSpace(commands)) {
		one := &study{command: strings.TrimSpace(command)}
		c, err := worldOf(one.command)
		if err == nil {
			one.algorithm, err = impl.Find(c.Algorithm.Name)
		}
		if err == nil {
			one.algorithm, err = one.algorithm.Over(c.Algorithm.On)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one.command, err)
		}
		if n := len(all); (testlevel.Race || testlevel.Quick()) && n > 0 && all[n-1].algorithm.String() == one.algorithm.String() {
			continue // the first of each algorithm will do
		}
		cast, err := newCast(c, one.algorithm)
		if err != nil {
			return nil, err
		}
		one.graph = newGraph(c)
		all = append(all, one)
		free <- true
		group.Go(func() {
			one.found = compare(one.graph, cast)
			<-free
		})
	}
	group.Wait()
	return all, nil
})

// TestRefinement: in each world every step of the implementation is a step of the model or a declared
// stutter, and every edge of the model's graph is a step of the implementation.
func TestRefinement(t *testing.T) {
	testlevel.Alone(t)
	all, err := compared()
	if err != nil {
		t.Fatal(err)
	}
	done := map[string]bool{}
	for _, s := range all {
		found := s.found
		done[s.algorithm.Name] = true
		switch {
		case found.Divergence != nil:
			t.Errorf("%s:\n%v", s.command, found.Divergence)
		case found.Driven != found.Edges || len(found.Unseen) > 0 || found.Edges == 0:
			t.Errorf("%s: %d of %d edges are driven; not %v", s.command, found.Driven, found.Edges, found.Unseen)
		case found.Stutters > 0 && !s.algorithm.Terms:
			t.Errorf("%s: %d stutters, and it declares none", s.command, found.Stutters)
		}
	}
	for _, a := range impl.Algorithms() {
		if !done[a.Name] {
			t.Errorf("%s is not compared", a.Name)
		}
	}
}

// TestGraphs: the graph that is driven is the one that the checker explores, which shares no code with
// the comparison. Where a bound acts the checker goes on, and there is nothing to compare.
func TestGraphs(t *testing.T) {
	testlevel.Alone(t)
	all, err := compared()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		_, counts, err := world.Explore(context.Background(), s.graph.config, func(*world.World) []checker.Property { return nil }, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if counts.Bound == "" && (s.found.States != counts.States || s.found.Edges != counts.Steps) {
			t.Errorf("%s: %d states, %d edges; the checker finds %d, %d", s.command, s.found.States, s.found.Edges, counts.States, counts.Steps)
		}
	}
}
