package drive

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/impl"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// ring is so many processes, their ids ascending.
func ring(n int) (ids []model.ID) {
	for i := range n {
		ids = append(ids, model.ID(i+1))
	}
	return ids
}

// A setting is a world in which the implementation is compared with the model.
type setting struct {
	algorithm string // or consensus -on=bully
	ids       []model.ID
	words     string // what is not default
	change    func(*world.Config)
}

// name tells settings apart: -algo=bully -n=3.
func (s setting) name() string {
	who := fmt.Sprintf("-n=%d", len(s.ids))
	if !slices.IsSorted(s.ids) {
		who = "-ids=" + strings.Join(strings.Fields(strings.Trim(fmt.Sprint(s.ids), "[]")), ",")
	}
	return strings.TrimSpace("-algo=" + s.algorithm + " " + who + " " + s.words)
}

// world is the world of a setting.
func (s setting) world() (world.Config, error) {
	name, on, rests := strings.Cut(s.algorithm, " -on=")
	if rests {
		name = on
	}
	a, found := model.Find(name)
	if rests {
		a = model.Consensus(a)
	}
	if !found {
		return world.Config{}, fmt.Errorf("the model has no %s", s.algorithm)
	}
	c := world.Faulty(a, s.ids)
	c.Elections, c.Capacity = world.Unlimited, world.Unlimited
	if s.change != nil {
		s.change(&c)
	}
	if c.Elections == world.Unlimited {
		c.Elections = c.DefaultElections()
	}
	if c.Capacity == world.Unlimited {
		c.Capacity = c.DefaultCapacity()
	}
	return c, c.Validate()
}

type change = func(*world.Config)

// all makes one change of several.
func all(changes ...change) change {
	return func(c *world.Config) {
		for _, change := range changes {
			change(c)
		}
	}
}

func crashes(n int) change    { return func(c *world.Config) { c.Crashes = n } }
func restarts(n int) change   { return func(c *world.Config) { c.Restarts = n } }
func starts(n int) change     { return func(c *world.Config) { c.Starts = n } }
func elections(n int) change  { return func(c *world.Config) { c.Elections = n } }
func initiator(n int) change  { return func(c *world.Config) { c.Initiators = []model.ID{model.ID(n)} } }
func preVote(c *world.Config) { c.Options = c.Options.With("pre-vote", "true") }
func quorum(c *world.Config)  { c.Options = c.Options.With("check-quorum", "true") }
func resent(c *world.Config)  { c.Repair = world.Resent }
func anyTime(c *world.Config) { c.Timeouts = world.Any }

func clocked(tm, tp int) change {
	return func(c *world.Config) {
		c.Timeouts = world.ByClock
		c.Clock = c.DefaultClock(tm, tp)
	}
}

func through(kind world.Channels) change { return func(c *world.Config) { c.Channels = kind } }

// alone cuts process 1 off.
func alone(c *world.Config) {
	c.Cut = []world.Pair{{From: 1, To: 2}, {From: 2, To: 1}, {From: 1, To: 3}, {From: 3, To: 1}}
}

// restless lets a timer H fire at any time, as the implementation's does: the page's only on occasion.
func restless(c *world.Config) {
	healthy := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return unoccasional{healthy(v)} }
}

type unoccasional struct{ model.Handler }

func (u unoccasional) Occasional() model.Occasional { return occasions{u.Handler.Occasional()} }

type occasions struct{ model.Occasional }

func (o occasions) HasOccasion(s model.Situation, g *model.Group, id model.ID, t model.Timer) bool {
	return t.Name == "H" || o.Occasional.HasOccasion(s, g, id, t)
}

// settings are the worlds of the comparison: of each algorithm its default one for three processes,
// rings of four too, and what is beyond: more crashes, restarts, another timing, other channels,
// another order on the ring.
func settings() []setting {
	return []setting{
		{"bully", ring(3), "", nil},
		{"bully", ring(3), "-crashes=2 -timeouts=perfect", all(crashes(2), func(c *world.Config) { c.Timeouts = world.Perfect })},
		{"bully", ring(3), "-timeouts=any", anyTime},
		{"bully", ring(3), "-timeouts=any -restarts=1", all(anyTime, restarts(1))},
		{"bully", ring(3), "-timeouts=clock -tm=1 -tp=1", clocked(1, 1)},
		{"bully", []model.ID{2, 3, 1}, "-criterion=load -loads=1,3,2", func(c *world.Config) { c.Criterion, c.Loads = model.ByLoad, []int{1, 3, 2} }},
		{"bully-recovery", ring(3), "-restarts=0", nil},
		{"bully-recovery", ring(3), "-restarts=1", restarts(1)},
		{"bully-recovery", ring(3), "-timeouts=clock -tm=1 -tp=1 -restarts=0", clocked(1, 1)},
		{"consensus -on=bully", []model.ID{2, 3, 1}, "", nil},
		{"consensus -on=bully", ring(2), "-restarts=1", restarts(1)},
		{"consensus -on=raft", ring(2), "-elections=1", elections(1)},
		{"consensus -on=omega-minimal", ring(2), "", nil},
		{"consensus -on=ring-watch", ring(3), "-repair=lost", nil},
		{"chang-roberts", ring(3), "", nil},
		{"chang-roberts", ring(3), "-crashes=1 -restarts=1", all(crashes(1), restarts(1))},
		{"chang-roberts", ring(3), "-channels=bag", through(world.Bag)},
		{"chang-roberts", ring(3), "-channels=duplicating", through(world.Duplicating)},
		{"chang-roberts", []model.ID{3, 1, 4, 2}, "-crashes=1 -repair=resent", all(crashes(1), resent)},
		{"hirschberg-sinclair", ring(3), "", nil},
		{"hirschberg-sinclair", []model.ID{2, 3, 1}, "-crashes=1 -repair=resent -initiators=1", all(crashes(1), resent, initiator(1))},
		{"hirschberg-sinclair", ring(4), "", nil},
		{"lelann", ring(3), "", nil},
		{"lelann", []model.ID{2, 3, 1}, "-crashes=1 -restarts=1", all(crashes(1), restarts(1))},
		{"lelann", ring(3), "-crashes=1 -repair=resent", all(crashes(1), resent)},
		{"lelann", []model.ID{3, 1, 4, 2}, "", nil},
		{"omega-minimal", ring(2), "", nil},
		{"omega-minimal", []model.ID{2, 3, 1}, "-counters=1", func(c *world.Config) { c.Counters = 1 }},
		{"omega-timely", ring(3), "", nil},
		{"raft", ring(3), "", nil},
		{"raft", ring(3), "-logs=1:1,1:2,2:1 -elections=1", all(elections(1), func(c *world.Config) {
			c.Logs = []model.Log{{Term: 1, Length: 1}, {Term: 1, Length: 2}, {Term: 2, Length: 1}}
		})},
		{"raft", []model.ID{2, 3, 1}, "-timeouts=any -crashes=0 -elections=1 -initiators=1", all(anyTime, crashes(0), elections(1), initiator(1))},
		{"raft", ring(3), "-timeouts=any -crashes=0 -elections=1 -capacity=2 -initiators=1, H at any time",
			all(anyTime, restless, crashes(0), elections(1), initiator(1), func(c *world.Config) { c.Capacity = 2 })},
		{"raft", ring(3), "-pre-vote -crashes=0 -restarts=0 -elections=1 -starts=2", all(preVote, crashes(0), restarts(0), elections(1), starts(2))},
		{"raft", ring(3), "-channels=bag -elections=1 -initiators=1,2", all(through(world.Bag), elections(1), func(c *world.Config) { c.Initiators = []model.ID{1, 2} })},
		{"raft", ring(2), "-pre-vote -elections=1", all(preVote, elections(1))},
		{"raft", ring(2), "-timeouts=any -channels=bag -elections=1", all(anyTime, through(world.Bag), elections(1))},
		{"raft", ring(3), "-check-quorum -crashes=2 -restarts=0 -elections=1", all(quorum, crashes(2), restarts(0), elections(1))},
		{"raft", ring(3), "-check-quorum -cut=1-2,2-1,1-3,3-1 -elections=1", all(quorum, alone, elections(1))},
		{"raft", ring(3), "-pre-vote -check-quorum -restarts=0 -elections=1 -initiators=1", all(preVote, quorum, restarts(0), elections(1), initiator(1))},
		{"ring", ring(3), "-crashes=1", nil},
		{"ring", []model.ID{2, 3, 1}, "-repair=resent -crashes=1", resent},
		{"ring", ring(4), "-initiators=1 -crashes=1", initiator(1)},
		{"ring-accept", ring(3), "-crashes=1", nil},
		{"ring-accept", []model.ID{2, 3, 1}, "-repair=resent -restarts=1 -initiators=1 -crashes=1", all(resent, restarts(1), initiator(1))},
		{"ring-detector", []model.ID{2, 3, 1}, "-repair=lost", nil},
		{"ring-detector", ring(3), "-detector=inaccurate -mistakes=2 -crashes=0", all(crashes(0), func(c *world.Config) { c.Detector, c.Mistakes = world.InaccurateDetector, 2 })},
		{"ring-detector", ring(2), "-restarts=1 -repair=lost", restarts(1)},
		{"ring-maxid", ring(3), "-crashes=1", nil},
		{"ring-maxid", []model.ID{2, 3, 1}, "-repair=resent -starts=2 -crashes=0", all(resent, starts(2), crashes(0))},
		{"ring-watch", ring(3), "-repair=lost", nil},
		{"ring-watch", ring(3), "-timeouts=any -crashes=0 -elections=1", all(anyTime, crashes(0), elections(1))},
		{"ring-watch", []model.ID{2, 3, 1}, "-timeouts=clock -crashes=0", all(crashes(0), clocked(1, 0))},
		{"ring-watch", ring(2), "-restarts=1 -repair=lost", restarts(1)},
	}
}

// A study is a setting, the graph of its world, and what has come of comparing in it.
type study struct {
	setting
	graph *graph
	found *Comparison
}

// compared are the studies of all settings, made once for all tests.
var compared = sync.OnceValues(func() (all []*study, err error) {
	var group sync.WaitGroup
	free := make(chan bool, runtime.GOMAXPROCS(0))
	for i, s := range settings() {
		if (testlevel.Race || testlevel.Quick()) && i > 0 && settings()[i-1].algorithm == s.algorithm {
			continue // the first of each algorithm will do
		}
		c, err := s.world()
		if err != nil {
			return nil, err
		}
		cast, err := NewCast(c)
		if err != nil {
			return nil, err
		}
		one := &study{setting: s, graph: newGraph(c)}
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
		name, _, _ := strings.Cut(s.algorithm, " ")
		done[name] = true
		switch {
		case found.Divergence != nil:
			t.Errorf("%s:\n%v", s.name(), found.Divergence)
		case found.Driven != found.Edges || len(found.Unseen) > 0 || found.Edges == 0:
			t.Errorf("%s: %d of %d edges are driven; not %v", s.name(), found.Driven, found.Edges, found.Unseen)
		case found.Stutters > 0 && !strings.HasSuffix(s.algorithm, "raft"):
			t.Errorf("%s: %d stutters, and it declares none", s.name(), found.Stutters)
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
		c, err := s.world()
		if err != nil {
			t.Fatal(err)
		}
		_, counts, err := world.Explore(context.Background(), c, func(*world.World) []checker.Property { return nil }, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if counts.Bound == "" && (s.found.States != counts.States || s.found.Edges != counts.Steps) {
			t.Errorf("%s: %d states, %d edges; the checker finds %d, %d", s.name(), s.found.States, s.found.Edges, counts.States, counts.Steps)
		}
	}
}
