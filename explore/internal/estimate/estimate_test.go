package estimate

import (
	"math"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/commandtest"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
)

func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

// worlds are of all kinds of growth.
var worlds = []string{
	"-algo=bully -n=4", "-algo=bully -n=3 -restarts=1", "-algo=bully -n=3 -starts=3", "-algo=bully -n=3 -channels=duplicating",
	"-algo=bully -n=3 -timeouts=clock", "-algo=bully-recovery -n=3 -restarts=1", "-algo=chang-roberts -n=13 -crashes=0",
	"-algo=chang-roberts -n=4 -crashes=2", "-algo=chang-roberts -ids=8,7,6,5,4,3,2,1 -crashes=0", "-algo=hirschberg-sinclair -n=6",
	"-algo=lelann -n=6", "-algo=lelann -n=4 -crashes=1", "-algo=ring -n=4", "-algo=ring -n=3 -starts=2", "-algo=ring-maxid -n=4",
	"-algo=ring-accept -n=4", "-algo=ring-watch -n=4", "-algo=itai-rodeh -n=5", "-algo=raft -n=3", "-algo=raft -n=4",
	"-algo=omega-timely -n=3",
}

// TestForesee: of all moments in the exploration of a world, levels ended, at which something is foreseen, nine in ten have the truth
// between the least and the most; and in half of them it is off by less than a fifth.
func TestForesee(t *testing.T) {
	program := &command.Program{Name: "explore", Elections: model.Catalogue(), Commands: []*command.Command{Command()}}
	moments, foreseen, between, near := 0, 0, 0, 0
	for _, line := range worlds {
		call, err := program.Line(append([]string{"estimate"}, strings.Fields(line+" -quiet -max-time=1h")...))
		if err != nil {
			t.Fatal(err)
		}
		found, err := check.Ask(t.Context(), *call.Asking.Of())
		if err != nil {
			t.Fatal(err)
		}
		widths, truth, known := found.Counts.Widths, float64(found.Counts.States), 0
		for l, width := range widths {
			if known += width; known < 300 || l == len(widths)-1 {
				continue
			}
			moments++
			f, ok := checker.Foresee(widths[:l+1])
			if !ok {
				continue
			}
			foreseen++
			if f.Least <= truth && truth <= f.Most {
				between++
			}
			if math.Abs(math.Log(f.States/truth)) < math.Log(1.2) {
				near++
			}
		}
	}
	t.Logf("of %d moments %d have a forecast; in %d the truth is between the least and the most, in %d within a fifth", moments, foreseen, between, near)
	if 10*foreseen < 6*moments || 100*between < 88*foreseen || 2*near < foreseen {
		t.Errorf("of %d moments %d have a forecast; in %d the truth is between the least and the most, in %d within a fifth", moments, foreseen, between, near)
	}
}

func TestEstimate(t *testing.T) {
	for args, want := range map[string]string{
		"-algo=bully -n=3":                                         "estimate: none is needed, all 478 states were found (exit 0)",
		"-algo=bully -n=4 -max-states=200000":                      " states, and nine times in ten from ",
		"-algo=bully -n=4 -max-states=1000 -timeouts=any":          "estimate: more than 998 states; the levels still grow too fast to tell how many, look longer with -max-time (exit 0)",
		"-algo=chang-roberts -n=3 -crashes=1 -starts=1 -workers=2": "estimate: none is needed",
	} {
		text := commandtest.Call(t.Context(), Command(), strings.Fields("estimate "+args+" -quiet")...)
		if text.Code != 0 || !strings.Contains(text.LastLine(), want) {
			t.Errorf("estimate %s: %d, %s%s", args, text.Code, text.Stdout, text.Stderr)
		}
		document := commandtest.Call(t.Context(), Command(), strings.Fields("estimate "+args+" -quiet -format=json")...)
		commandtest.Fits(t, "estimate", document.Stdout)
	}
	if refused := commandtest.Call(t.Context(), Command(), "estimate", "-algo=bully", "-n=3", "-reduce=po"); refused.Code != check.ExitFlags {
		t.Errorf("-reduce: %d %s", refused.Code, refused.Stderr)
	}
}
