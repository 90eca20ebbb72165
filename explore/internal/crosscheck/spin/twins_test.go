package spin_test

import (
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/spin"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// An instance is a world that both are asked about. Extra: left out where time is short.
type instance struct {
	algorithm string
	ids       []model.ID
	changes   []func(*world.Config)
	extra     bool
}

func ring(ids ...model.ID) []model.ID { return ids }

func up(n int) []model.ID {
	var ids []model.ID
	for i := range n {
		ids = append(ids, model.ID(i+1))
	}
	return ids
}

func crashes(n int) func(*world.Config) { return func(c *world.Config) { c.Crashes = n } }
func starts(n int) func(*world.Config)  { return func(c *world.Config) { c.Starts = n } }
func atSteps(c *world.Config)           { c.CrashPoints = world.AtSteps }
func leader(c *world.Config)            { c.Initial = world.LeaderElected }
func resent(c *world.Config)            { c.Repair = world.Resent }
func perfect(c *world.Config)           { c.Timeouts = world.Perfect }

func anyTime(elections int) func(*world.Config) {
	return func(c *world.Config) { c.Timeouts, c.Elections = world.Any, elections }
}

func rings(ids []model.ID, changes ...func(*world.Config)) instance {
	return instance{algorithm: "chang-roberts", ids: ids, changes: changes}
}

func bully(n int, changes ...func(*world.Config)) instance {
	return instance{algorithm: "bully", ids: up(n), changes: changes}
}

func extra(i instance) instance {
	i.extra = true
	return i
}

// instances are what is compared. Rings that are the same but for where one begins to read are
// here once: of three ids there are two rings, of four there are six.
func instances() []instance {
	return []instance{
		rings(ring(1)),
		extra(rings(ring(1, 2))),
		rings(ring(1, 2), crashes(1)),
		rings(ring(1, 2, 3)),
		extra(rings(ring(3, 2, 1))),
		extra(rings(ring(1, 2, 3), crashes(1))),
		extra(rings(ring(3, 2, 1), crashes(1))),
		extra(rings(ring(3, 2, 1), crashes(1), resent)),
		rings(ring(2, 3, 1), crashes(2), resent),
		extra(rings(ring(2, 3, 1), crashes(2), leader)),
		extra(rings(up(4))),
		extra(rings(ring(4, 3, 2, 1))),
		rings(ring(4, 8, 9, 3)),
		extra(rings(ring(1, 3, 2, 4))),
		extra(rings(up(4), crashes(1))),
		extra(rings(ring(1, 3, 2, 4), crashes(1), resent)),
		rings(ring(4, 3, 2, 1), crashes(2), resent, leader),
		extra(rings(up(5))),
		extra(rings(ring(3, 5, 1, 4, 2))),
		extra(rings(ring(5, 4, 3, 2, 1), crashes(1))),

		extra(bully(2)),
		bully(2, perfect, crashes(2), starts(2)),
		extra(bully(2, anyTime(2), starts(2), leader)),
		bully(3),
		extra(bully(3, crashes(0), starts(3))),
		bully(3, atSteps, crashes(2)),
		extra(bully(3, starts(2))),
		extra(bully(3, crashes(2))),
		extra(bully(3, perfect)),
		bully(3, perfect, leader, crashes(2), starts(0)),
		extra(bully(3, leader)),
		extra(bully(3, anyTime(1))),
		extra(bully(3, anyTime(1), leader, starts(0))),
		bully(3, anyTime(1), starts(world.Unlimited), atSteps),
		extra(bully(3, perfect, starts(world.Unlimited), func(c *world.Config) { c.Elections = 1 })),
		extra(bully(4, leader, crashes(1), starts(0), perfect)),
		extra(bully(4, leader, starts(0), crashes(3))),
	}
}

// TestTwins: on every instance Spin finds as many states, steps, terminal states and levels as we
// do, and the same of every property.
func TestTwins(t *testing.T) {
	tools := find(t)
	var mutex sync.Mutex
	met := map[string]map[bool]int{}
	for _, p := range spec.Default() {
		met[p.Name] = map[bool]int{}
	}
	compared := 0
	t.Run("instances", func(t *testing.T) {
		for k, i := range instances() {
			if !testlevel.OneOf(9, k) || i.extra && isHurried() || len(i.ids) > 2 && testlevel.Race { // Spin does not race with us
				t.Logf("%s of %d: left out, it takes too long here", i.algorithm, len(i.ids))
				continue
			}
			c := config(t, i.algorithm, i.ids, i.changes...)
			t.Run(strings.TrimPrefix(explore(c), "explore "), func(t *testing.T) {
				t.Parallel()
				m, err := twin(c)
				if err != nil {
					t.Fatal(err)
				}
				result := compare(t, tools, c, m)
				for _, complaint := range result.complaints {
					t.Error(complaint)
				}
				if len(result.unasked) > 0 {
					t.Logf("a bound leaves open, so not compared: %v", result.unasked)
				}
				mutex.Lock()
				defer mutex.Unlock()
				compared++
				for name, verdicts := range result.same {
					for _, violated := range verdicts {
						met[name][violated]++
					}
				}
			})
		}
	})
	if compared == 0 {
		t.Error("nothing has been compared")
	}
	if compared < len(instances()) {
		return
	}
	// An agreement on one answer alone would be no evidence for the other. Validity is violated by
	// no instance: the twins' ids come from nowhere but the group.
	for name, verdicts := range met {
		if verdicts[false] == 0 || verdicts[true] == 0 && name != spec.Validity.Name {
			t.Errorf("%s: agreed %d times that it is violated, %d times that it is not: both must occur",
				name, verdicts[true], verdicts[false])
		}
	}
}

// isHurried reports whether some worlds are left out, the largest and those that differ little from others: where
// all tests are run they are, but not with INTERREX_TESTS=all, and not where a test is run for itself.
func isHurried() bool {
	return testlevel.Short() || testlevel.Quick() || testlevel.CI() && !testlevel.All()
}

// TestLargest compares counts alone, where judging would take too long.
func TestLargest(t *testing.T) {
	tools := find(t)
	if isHurried() || testlevel.Race {
		t.Log("left out: it takes too long here")
		return
	}
	for _, i := range []instance{
		bully(3, anyTime(2), starts(world.Unlimited), atSteps),
		bully(4, crashes(0)),
	} {
		c := config(t, i.algorithm, i.ids, i.changes...)
		m, err := twin(c)
		if err != nil {
			t.Fatal(err)
		}
		report, err := checker.Check(t.Context(), world.New(c), nil, checker.Options{})
		if err != nil {
			t.Fatal(err)
		}
		result := &comparison{}
		result.counts(t, t.Context(), tools, m, report)
		for _, complaint := range result.complaints {
			t.Errorf("%s\nours: %s\nSpin's: %s && ./pan -E", complaint, explore(c), m.Command(spin.Counting))
		}
	}
}
