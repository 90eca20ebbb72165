package levels

import (
	"cmp"
	"context"
	"testing"
	"time"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// What is settled from the files holds in memory too, under weak and under strong fairness, with and without cycles.
func TestSettled(t *testing.T) {
	holds, went := 0, 0
	for i, q := range lively() {
		if !testlevel.OneOf(4, i) {
			continue
		}
		system, properties := q.ask()
		want, err := checker.Check(context.Background(), system, properties, checker.Options{MaxStates: 12_000})
		if err != nil {
			t.Fatal(err)
		}
		system, properties = q.ask()
		o := small(newMemory(nil))
		o.rows, o.words, o.Alone, o.Check.MaxStates = 700, 50_000, 1<<20, 12_000
		d := &driver{Options: o, system: system, properties: properties, ctx: t.Context(), began: time.Now(), own: NewHands(o.Store, system, properties)}
		if _, err := d.run(); err != nil {
			t.Fatal(err)
		}
		settled, err := d.settle()
		d.own.Close()
		if err != nil {
			t.Fatal(err)
		}
		for n, r := range want.Results {
			if n >= len(settled) || !r.Property.IsLiveness() {
				continue
			}
			if settled[n] && r.Verdict != checker.Holds {
				t.Errorf("%s: %s is settled, and in memory %v", q.name, r.Property.Name, r.Verdict)
			}
			if went++; settled[n] {
				holds++
			}
			if !settled[n] && r.Verdict == checker.Holds {
				t.Logf("%s: %s holds, and is not settled", q.name, r.Property.Name)
			}
		}
	}
	if holds < 3 || holds == went {
		t.Errorf("of %d properties %d are settled", went, holds)
	}
}

// lively are small worlds of all elections, with the properties that are liveness.
func lively() (all []question) {
	for _, a := range model.Catalogue() {
		for _, crashes := range []int{0, 1} {
			c := world.Default(a, ids(3))
			c.Crashes = min(crashes, c.Crashes)
			c.Suspicions, c.Elections = true, cmp.Or(c.DefaultElections(), c.Elections)
			var properties []spec.Property
			for _, p := range spec.All() {
				if c.Algorithm.Means(p) == nil && len(properties) < 21 {
					properties = append(properties, p)
				}
			}
			all = append(all, worldOf(c.Bounded(), properties...))
		}
	}
	return all
}
