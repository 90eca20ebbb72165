package spin_test

import (
	"slices"
	"strings"
	"testing"

	"interrex/explore/internal/crosscheck/spin"
	"interrex/internal/testlevel"
	"interrex/model/world"
)

// TestComparisonCanFail: a comparison with a model that is not the same must complain, of the
// counts and, where the difference matters to a property, of the verdict.
func TestComparisonCanFail(t *testing.T) {
	tools := find(t)
	for i, test := range []struct {
		name       string
		world      world.Config
		wound      func(*spin.Twin)
		complaints []string
	}{
		{"CR4 swallows nothing", config(t, "chang-roberts", up(3)), add("WOUND"),
			[]string{"ours: 25 states", "elected-is-max: ours: holds; Spin's: violated: true"}},
		{"BU7 does not end the wait for an OK", config(t, "bully", up(3)), add("WOUND"),
			[]string{"ours: 478 states"}},
		{"a crash less", config(t, "chang-roberts", up(3), crashes(1)), replace("CRASHES=1", "CRASHES=0"),
			[]string{"ours: 300 states", "ends: ours: violated; Spin's: violated: false"}},
		{"another ring", config(t, "chang-roberts", up(3)), replace("IDS={1,2,3}", "IDS={3,2,1}"),
			[]string{"ours: 25 states"}},
		{"other timeouts", config(t, "bully", up(3), perfect), replace("TIMEOUTS=PERFECT", "TIMEOUTS=SYNC"),
			[]string{"ours: "}},
		{"too little room", config(t, "bully", up(3), starts(2)), replace("SLOTS=10", "SLOTS=2"),
			[]string{"Spin does not count: the model itself goes wrong: \"block in d_step seq\""}},
	} {
		if !testlevel.OneOf(6, i) || !testlevel.Sample(t, 2, i) {
			continue
		}
		m, err := twin(test.world)
		if err != nil {
			t.Fatal(err)
		}
		test.wound(&m)
		got := compare(t, tools, test.world, m).complaints
		for _, want := range test.complaints {
			if !slices.ContainsFunc(got, func(c string) bool { return strings.HasPrefix(c, want) }) {
				t.Errorf("%s: there is no complaint %q among\n%s", test.name, want, strings.Join(got, "\n"))
			}
		}
	}
}

func add(macro string) func(*spin.Twin) {
	return func(m *spin.Twin) { m.Macros = append(m.Macros, macro) }
}

func replace(macro, with string) func(*spin.Twin) {
	return func(m *spin.Twin) { m.Macros[slices.Index(m.Macros, macro)] = with }
}

// TestFairnessMatters: without fairness an election need not end, since nobody has to deliver
// anything; so a verdict under fairness says that fairness was asked for, and understood.
func TestFairnessMatters(t *testing.T) {
	tools := find(t)
	m, err := twin(config(t, "chang-roberts", up(3)))
	if err != nil {
		t.Fatal(err)
	}
	v := build(t, t.Context(), tools, m, spin.Judging)
	for _, fair := range []bool{true, false} {
		violated, err := v.Violates(t.Context(), spin.Claim{Name: "ends", Live: true, Fair: fair})
		if err != nil {
			t.Fatal(err)
		}
		if violated == fair {
			t.Errorf("fair: %t: violated: %t", fair, violated)
		}
	}
}

// TestUnknownWorlds: what the twins do not model is refused, not compared with something else.
func TestUnknownWorlds(t *testing.T) {
	for _, c := range []world.Config{
		config(t, "bully", up(3), func(c *world.Config) { c.Restarts = 1 }),
		config(t, "bully", up(3), func(c *world.Config) { c.Channels = world.Bag }),
		config(t, "bully", ring(1, 3, 2)),
		config(t, "chang-roberts", up(3), crashes(1), func(c *world.Config) { c.Detector = world.IncompleteDetector }),
		config(t, "chang-roberts", up(3), crashes(world.Unlimited)),
		config(t, "chang-roberts", up(3), func(c *world.Config) { c.Initiators = up(1) }),
		config(t, "ring", up(3)),
	} {
		if m, err := twin(c); err == nil {
			t.Errorf("%s: taken for %v", explore(c), m)
		}
	}
}
