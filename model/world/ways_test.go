package world_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// invalidConfigs are worlds that there are not, and what is said of each.
var invalidConfigs = []struct {
	why    string
	change func(*world.Config)
	want   string
}{
	{"two of one id", func(c *world.Config) { c.IDs = []model.ID{1, 1} }, "id 1: given twice; ids must be distinct"},
	{"an id below 1", func(c *world.Config) { c.IDs = []model.ID{0, 2, 3} }, "id 0: out of range; allowed are 1 to 2147483647"},
	{"nobody", func(c *world.Config) { c.IDs = nil }, "0 ids: wrong number; allowed are 1 to 64 processes"},
	{"fewer crashes than none", func(c *world.Config) { c.Crashes = -7 }, "crashes -7: out of range; allowed are 0 to 65535 and unlimited"},
	{"as many crashes as are usual", func(c *world.Config) { c.Crashes = world.Usual }, "crashes -2: out of range; allowed are 0 to 65535 and unlimited"},
	{"an algorithm of nothing", func(c *world.Config) { c.Algorithm = model.Algorithm{} }, "Name is missing; reports use it"},
	{"an algorithm without rules", func(c *world.Config) { c.Algorithm.Make = nil }, "bully: Make is missing; it must return model.Handle of a Protocol"},
	{"an initiator of elsewhere", func(c *world.Config) { c.Initiators = []model.ID{9} }, "initiator 9: no such process; the ids are [1 2 3]"},
	{"a load for one", func(c *world.Config) { c.Loads = []int{1} }, "1 loads, 0 logs: wrong number; each of the 3 processes needs one"},
	{"a load of nothing", func(c *world.Config) { c.Criterion, c.Loads = model.ByLoad, []int{2, 0, 1} }, "load 0: out of range; allowed are 1 to 65535"},
	{"a log of less than nothing", func(c *world.Config) { c.Criterion, c.Logs = model.ByLog, []model.Log{{}, {Length: -1}, {}} }, "log 0:-1: out of range; allowed are terms and lengths from 0 to 1000"},
	{"a timing without a name", func(c *world.Config) { c.Timeouts = "" }, `timeouts "": unknown; allowed are [sync perfect any clock]`},
	{"watchers of a new kind", func(c *world.Config) {
		c.Algorithm, _ = model.Find("ring-watch")
		c.Options = model.Options{"watchers": "none"}
	}, `watchers "none": unknown; allowed are [both predecessor successor]`},
	{"ties of a new kind", func(c *world.Config) { c.Timeouts, c.Ties = world.ByClock, "coin" }, `ties "coin": unknown; allowed are [delivery-first timer-first]`},
	{"a clock that does not run", func(c *world.Config) { c.Timeouts, c.Clock.T = world.ByClock, 0 }, "t 0: out of range; a timer runs 1 to 100 ticks"},
	{"an option that there is not", func(c *world.Config) { c.Options = model.Options{"pre-vote": "true"} }, "option pre-vote: unknown for bully"},
	{"cut links where there are no terms", func(c *world.Config) { c.Cut = []world.Pair{{From: 1, To: 2}} }, "cut: not for bully, which has no terms"},
}

// TestEveryWayInValidates: what is no world is refused by whatever takes one, in the same words, and none of it is
// explored.
func TestEveryWayInValidates(t *testing.T) {
	ask := func(*world.World) []checker.Property { t.Error("it asks of a world that there is not"); return nil }
	ways := map[string]func(c world.Config) error{
		"New": func(c world.Config) (err error) {
			defer func() {
				if text, said := strings.CutPrefix(fmt.Sprint(recover()), "world.New: "); said {
					err = fmt.Errorf("%s", text)
				}
			}()
			world.New(c)
			return nil
		},
		"Explore": func(c world.Config) error {
			_, _, err := world.Explore(context.Background(), c, ask, checker.Options{})
			return err
		},
		"Graph": func(c world.Config) error {
			_, _, _, err := world.Graph(context.Background(), c, checker.Options{})
			return err
		},
		"Validate": world.Config.Validate,
	}
	bully, _ := model.Find("bully")
	for _, one := range invalidConfigs {
		c := world.Faulty(bully, []model.ID{1, 2, 3})
		one.change(&c)
		for name, way := range ways {
			if err := way(c); err == nil || err.Error() != one.want {
				t.Errorf("%s: %s says %v, want %s", one.why, name, err, one.want)
			}
		}
	}
}

// TestUsualBounds: a world whose bounds nobody has set has an end, as it has on the command line.
func TestUsualBounds(t *testing.T) {
	bully, _ := model.Find("bully")
	c := world.Faulty(bully, []model.ID{1, 2})
	c.Timeouts = world.Any
	ask := func(w *world.World) []checker.Property { return w.Properties([]spec.Property{spec.OneLeader}) }
	w, report, err := world.Explore(t.Context(), c, ask, checker.Options{MaxStates: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	if report.States != 39 || w.Config().Elections != 1 {
		t.Errorf("%d states, %d elections; want 39 states, 1 election", report.States, w.Config().Elections)
	}
}

// reannouncing is the own bully whose members announce the leader whenever they hear of one: announcements beget
// announcements.
type reannouncing struct{ ownElection }

func (o reannouncing) Receive(p *model.Process[ownState], from model.ID, m model.Message) {
	if model.KindOf(m) == o.announce {
		p.Broadcast([]model.ID{from}, m)
		p.Broadcast([]model.ID{from}, m)
	}
	o.ownElection.Receive(p, from, m)
}

// recorder is a checker.T that keeps what it is told.
type recorder struct {
	*testing.T
	messages []string
}

func (h *recorder) Fatalf(format string, args ...any) {
	h.messages = append(h.messages, fmt.Sprintf(format, args...))
}

// TestRequireOfAnElectionWithoutEnd: a test of an election whose queues grow for ever ends, with what was violated until
// then, and with a word of the queues.
func TestRequireOfAnElectionWithoutEnd(t *testing.T) {
	rules := reannouncing{ownElection{"CALL", "ANSWER", "ANNOUNCE"}}
	election := model.Algorithm{Name: "reannouncing", Topology: model.Complete, Crashes: 1,
		Make: func(model.Variant) model.Handler { return model.Handle(rules) }}
	w := world.New(world.Faulty(election, []model.ID{1, 2, 3}))
	h := &recorder{T: t}
	checker.RequireWithin(h, checker.Options{MaxStates: 20_000}, w, w.Properties(append(w.Config().Algorithm.Meant(spec.Default()), spec.StrictAgreement, spec.AnnouncedLast))...)
	got := strings.Join(h.messages, "|")
	for _, want := range []string{"strict-agreement is violated:\n     P1 wait calm", "announced-last is violated:", "inconclusive after ", "what has grown: a channel holds up to ",
		"interrex.Bounds (-capacity) limits the messages"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said: %s", want, got)
		}
	}
	if len(h.messages) != 1 {
		t.Errorf("said %d times", len(h.messages))
	}
}
