package measure

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"interrex/explore/internal/commandtest"
)

// call calls the command with arguments separated by spaces.
func call(args string) commandtest.Reply {
	return commandtest.Call(context.Background(), Command(), strings.Fields(args)...)
}

// A measuring is the JSON of the command measure, as far as the tests look at it.
type measuring struct {
	Points []struct {
		N        int
		Orders   int
		Explored bool
		Until    []struct {
			Moment string
			Dodge  *struct{}
			Costs  []gauged
		}
	}
	Exit int
}

type gauged struct {
	Name            string
	Exact           bool
	Least, Greatest *struct {
		Cost      *int
		Unbounded bool
		Run       struct {
			Stem, Cycle []struct{ Sends []struct{ Message string } }
		}
	}
	Drawn *struct {
		Runs, Least, Greatest int
		Mean                  float64
	}
}

func measurement(t *testing.T, args string) measuring {
	t.Helper()
	var m measuring
	r := call("measure " + args + " -format=json")
	if err := json.Unmarshal([]byte(r.Stdout), &m); err != nil {
		t.Fatalf("measure %s: %v\n%s", args, err, r.Stderr)
	}
	return m
}

// TestRunsCostWhatIsSaid counts the messages in the runs that are shown.
func TestRunsCostWhatIsSaid(t *testing.T) {
	for _, args := range []string{"-algo=chang-roberts -n=4", "-algo=bully -n=3 -initial=leader -starts=0 -crashes=1", "-algo=ring -n=3 -crashes=1 -no-delays"} {
		m := measurement(t, args)
		for _, until := range m.Points[0].Until {
			for _, c := range until.Costs {
				if c.Name == "message delays" || strings.Contains(c.Name, "dead") || c.Greatest.Unbounded {
					continue
				}
				sent := 0
				for _, step := range c.Greatest.Run.Stem {
					for _, s := range step.Sends {
						if c.Name == "messages" || strings.HasPrefix(s.Message, c.Name) {
							sent++
						}
					}
				}
				if sent != *c.Greatest.Cost {
					t.Errorf("measure %s: until %s: the run with %d %s has %d", args, until.Moment, *c.Greatest.Cost, c.Name, sent)
				}
			}
		}
	}
}

// TestDrawnRings: of rings that are too large to be explored the drawn runs have numbers, with lots and clocks too.
func TestDrawnRings(t *testing.T) {
	for args, want := range map[string]string{
		"-algo=chang-roberts -n=64 -orders=drawn":       "the graph is bounded by -max-states=200; the costs are of drawn runs only",
		"-algo=itai-rodeh -n=6":                         "the costs are of drawn runs only",
		"-algo=bully -n=5 -timeouts=clock":              "the costs are of drawn runs only",
		"-algo=omega-timely -n=4 -no-delays":            "the costs are of drawn runs only",
		"-algo=lelann -n=4":                             "inconclusive: that of message delays by -max-states=200",
		"-algo=chang-roberts -n=3 -orders=drawn -quiet": "measured: exact, over all runs",
	} {
		r := call("measure -runs=3 -max-states=200 " + args)
		if !strings.Contains(r.LastLine(), want) || strings.Contains(r.Stdout, " none\n") {
			t.Errorf("measure %s: exit %d\n%s", args, r.Code, r.Stdout)
		}
	}
}

// TestMeasureBoundedSteps: where -max-steps allows fewer runs than were asked for, that is said, and the verdict is inconclusive: of a graph that is known wholly, of one that is not, of lots,
// of a sweep. With steps enough nothing is said.
func TestMeasureBoundedSteps(t *testing.T) {
	for args, want := range map[string]struct {
		code int
		said string
	}{
		"-algo=chang-roberts -n=4 -max-steps=1300":              {152, " of 100 runs; least and greatest are exact"},
		"-algo=chang-roberts -n=4 -max-steps=10 -max-states=10": {152, "the graph is bounded by -max-states=10; no run ends within -max-steps=10"},
		"-algo=chang-roberts -n=20 -max-states=100 -runs=3":     {152, "the graph is bounded by -max-states=100; the costs are of drawn runs only"},
		"-algo=bully -n=2 -crashes=1 -runs=5":                   {0, "measured: exact, over all runs"},
	} {
		r := call("measure " + args)
		_, verdict, _ := strings.Cut(r.Stdout, "\nverdict: ")
		if r.Code != want.code || !strings.Contains(verdict, want.said) {
			t.Errorf("explore measure %s: exit code %d, want %d and %q:\n%s%s", args, r.Code, want.code, want.said, verdict, r.Stderr)
		}
	}
}
