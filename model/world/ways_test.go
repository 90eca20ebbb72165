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

// invalidConfigs are invalid worlds with their errors.
var invalidConfigs = []struct {
	why    string
	change func(*world.Config)
	want   string
}{
	{"an id given twice", func(c *world.Config) { c.IDs = []model.ID{1, 1} }, "id 1: given twice; ids must be distinct"},
	{"an id below 1", func(c *world.Config) { c.IDs = []model.ID{0, 2, 3} }, "id 0: out of range; allowed are 1 to 2147483647"},
	{"no processes", func(c *world.Config) { c.IDs = nil }, "0 ids: wrong number; allowed are 1 to 64 processes"},
	{"negative crashes", func(c *world.Config) { c.Crashes = -7 }, "crashes -7: out of range; allowed are 0 to 65535 and unlimited"},
	{"Usual crashes", func(c *world.Config) { c.Crashes = world.Usual }, "crashes -2: out of range; allowed are 0 to 65535 and unlimited"},
	{"an empty algorithm", func(c *world.Config) { c.Algorithm = model.Algorithm{} }, "Name is missing; reports use it"},
	{"an algorithm without rules", func(c *world.Config) { c.Algorithm.Make = nil }, "bully: Make is missing; it must return model.Handle of a Protocol"},
	{"an unknown initiator", func(c *world.Config) { c.Initiators = []model.ID{9} }, "initiator 9: no such process; the ids are [1 2 3]"},
	{"one load for three processes", func(c *world.Config) { c.Loads = []int{1} }, "1 loads, 0 logs: wrong number; each of the 3 processes needs one"},
	{"a load of 0", func(c *world.Config) { c.Criterion, c.Loads = model.ByLoad, []int{2, 0, 1} }, "load 0: out of range; allowed are 1 to 65535"},
	{"a log of negative length", func(c *world.Config) { c.Criterion, c.Logs = model.ByLog, []model.Log{{}, {Length: -1}, {}} }, "log 0:-1: out of range; allowed are terms and lengths from 0 to 1000"},
	{"an empty Timeouts", func(c *world.Config) { c.Timeouts = "" }, `timeouts "": unknown; allowed are [sync perfect any clock]`},
	{"unknown watchers", func(c *world.Config) {
		c.Algorithm, _ = model.Find("ring-watch")
		c.Options = model.Options{"watchers": "none"}
	}, `watchers "none": unknown; allowed are [both predecessor successor]`},
	{"unknown ties", func(c *world.Config) { c.Timeouts, c.Ties = world.ByClock, "coin" }, `ties "coin": unknown; allowed are [delivery-first timer-first]`},
	{"a T of 0", func(c *world.Config) { c.Timeouts, c.Clock.T = world.ByClock, 0 }, "t 0: out of range; allowed are 1 to 100 ticks"},
	{"an unknown option", func(c *world.Config) { c.Options = model.Options{"pre-vote": "true"} }, "option pre-vote: unknown for bully"},
	{"cut links without terms", func(c *world.Config) { c.Cut = []world.Pair{{From: 1, To: 2}} }, "cut: not for bully, which has no terms"},
}

// Each function with a Config refuses an invalid one with the same error, and explores no state.
func TestInvalidConfigs(t *testing.T) {
	ask := func(*world.World) []checker.Property { t.Error("ask was called for an invalid world"); return nil }
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
				t.Errorf("%s: %s: got %v, want %s", one.why, name, err, one.want)
			}
		}
	}
}

// reannouncing is an ownElection in which each announcement causes two more.
type reannouncing struct{ ownElection }

func (o reannouncing) Receive(p *model.Process[ownState], from model.ID, m model.Message) {
	if m.(ownMessage).Announces() {
		p.Send(from, m)
		p.Send(from, m)
	}
	o.ownElection.Receive(p, from, m)
}

// A bound ends the check of an election with unbounded channels. It finds violations, and the world describes the growing channels.
func TestUnboundedElection(t *testing.T) {
	c := world.Faulty(ownAlgorithm(reannouncing{}), []model.ID{1, 2, 3})
	c.Timeouts = world.Any
	w := world.New(c)
	asked := append(w.Config().Algorithm.Meant(spec.Default()), spec.StrictAgreement, spec.AnnouncedLast)
	report, err := checker.Check(t.Context(), w, w.Properties(asked), checker.Options{MaxStates: 20_000})
	if err != nil || report.Bound != "states" {
		t.Fatalf("bound %q, error %v", report.Bound, err)
	}
	for _, r := range report.Results[len(asked)-2:] {
		if r.Verdict != checker.Violated {
			t.Errorf("%s is %v", r.Property.Name, r.Verdict)
		}
	}
	for _, want := range []string{"a channel holds up to ", "interrex.Bounds (-capacity) limits the messages"} {
		if !strings.Contains(w.Grown(), want) {
			t.Errorf("want %q in %s", want, w.Grown())
		}
	}
}
