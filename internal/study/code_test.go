package study_test

import (
	"fmt"
	"strings"
	"testing"

	"interrex/internal/study"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// TestCodes: a walk through any algorithm, written down and read in a world made anew, is the same
// walk, at each of its positions.
func TestCodes(t *testing.T) {
	for _, a := range model.Catalogue() {
		c := config(t, a.Name, []model.ID{2, 1, 3}, nil)
		walk := study.Begin(world.New(c))
		for i := 0; i < 25 && len(walk.Steps()) > 0; i++ {
			var err error
			if walk, err = walk.Take(i * 7 % len(walk.Steps())); err != nil {
				t.Fatal(err)
			}
		}
		other := world.New(c)
		_ = study.Begin(other).Steps() // its numbers come in another order
		for at := range walk.Length() + 1 {
			want := goTo(t, walk, at)
			got, err := study.Decode(other, want.String())
			if err != nil || got.String() != want.String() || got.At() != at {
				t.Fatalf("%s: %s read is %v, %v", a.Name, want, got, err)
			}
			if told, wanted := fmt.Sprint(got.World().Snapshot(got.State())), fmt.Sprint(want.World().Snapshot(want.State())); told != wanted {
				t.Errorf("%s: %s leads to\n%s, want\n%s", a.Name, want, told, wanted)
			}
		}
	}
}

// TestCodesOfCycles: so does one that goes on for ever, by steps or at rest.
func TestCodesOfCycles(t *testing.T) {
	for _, c := range []struct {
		config world.Config
		broken spec.Property
		empty  bool
	}{
		{nine(t), spec.Ends, false},
		{config(t, "chang-roberts", []model.ID{1, 2, 3}, func(c *world.Config) { c.Crashes = 1 }), spec.Decides, true},
	} {
		w, report := found(t, c.config, c.broken)
		want := study.Along(w, report.Results[0].Path)
		if (want.Cycle() == want.Length()) != c.empty {
			t.Fatalf("%s: the cycle begins at %d of %d", want, want.Cycle(), want.Length())
		}
		got, err := study.Decode(world.New(c.config), want.String())
		if err != nil || got.String() != want.String() || got.Cycle() != want.Cycle() {
			t.Errorf("%s is read as %v, %v", want, got, err)
		}
	}
}

// TestBadCodes: what is wrong, and what is allowed.
func TestBadCodes(t *testing.T) {
	for text, want := range map[string]string{
		"":                             `"" is not the number of a step; a walk is written as in 0.3.1~0.2_1`,
		"0.x":                          `"x" is not the number`,
		"0.01":                         `"01" is not the number`,
		"0.99999999999":                `"99999999999" is not the number`,
		"1":                            "a walk begins with 0, the initial state, and not with 1",
		"0.8":                          "step 8 after 0 steps: 8 steps are possible here, 0 to 7",
		"0.0.77":                       "step 77 after 1 steps: ",
		"0_0":                          "position 0 is the end of the walk, and is left out",
		"0.0_2":                        "position 2: the path has positions 0 to 1",
		"0.0~":                         "the walk ends with ~, and after 1 steps a step is required: no run rests there",
		"0~0":                          "the steps after ~ do not lead back to where they begin",
		"0" + strings.Repeat(".0", 99): "step 0 after ",
		strings.Repeat("0", 1<<20):     "a walk of 1048576 letters is too long; it has at most ",
	} {
		walk, err := study.Decode(world.New(bully(t)), text)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, %v, want %q", text, walk, err, want)
		}
	}
}
