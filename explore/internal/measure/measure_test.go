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

// TestSweepsGoOn: where exploration ends, drawn runs go on, and the rows say so.
func TestSweepsGoOn(t *testing.T) {
	r := call("measure -algo=chang-roberts -sweep=2..64 -max-states=100 -runs=3")
	if r.Code != 0 || !strings.Contains(r.LastLine(), "the others drawn") {
		t.Errorf("exit %d: %s", r.Code, r.LastLine())
	}
	for _, want := range []string{" 4 exact", " 5 drawn", " 64 drawn", "From N = 5 on the numbers are drawn"} {
		if !strings.Contains(r.Stdout, want) {
			t.Errorf("no %q in\n%s", want, r.Stdout)
		}
	}
}

// TestSweepsGoOnWithLotsAndClocks: with lots and clocks too the rows have numbers, which depend on the seed alone.
func TestSweepsGoOnWithLotsAndClocks(t *testing.T) {
	for _, args := range []string{
		"-algo=chang-roberts -sweep=2..6 -max-states=100", "-algo=itai-rodeh -sweep=2..6 -max-states=100", "-algo=bully -sweep=2..5 -timeouts=clock -max-states=100",
		"-algo=omega-timely -sweep=2..4 -max-states=200", "-algo=omega-minimal -sweep=2..3 -max-states=100",
	} {
		r := call("measure -runs=20 " + args)
		if r.Code != 0 || !strings.Contains(r.LastLine(), "the others drawn") || strings.Contains(r.Stdout, "too long") || strings.Contains(r.Stdout, "?") {
			t.Errorf("measure %s: exit %d\n%s", args, r.Code, r.Stdout)
		}
	}
}

// TestDelaysEndFirst: where only the graph for message delays is too large, the verdict does not call
// them exact.
func TestDelaysEndFirst(t *testing.T) {
	r := call("measure -algo=lelann -sweep=3..4 -max-states=200 -runs=3")
	if !strings.Contains(r.Stdout, "     4 drawn") || !strings.Contains(r.LastLine(), "2 sizes, all exact, over all runs; but of 1 of them message delays are drawn") {
		t.Errorf("exit %d:\n%s", r.Code, r.Stdout)
	}
}

// TestMeasureBoundedSteps: where -max-steps allows fewer runs than were asked for, that is said, and the verdict is inconclusive: of a graph that is known wholly, of one that is not, of lots,
// of a sweep. With steps enough nothing is said.
func TestMeasureBoundedSteps(t *testing.T) {
	for args, want := range map[string]struct {
		code int
		said string
	}{
		"-algo=chang-roberts -n=4 -max-steps=1300":                               {152, " of 100 runs; least and greatest are exact"},
		"-algo=chang-roberts -n=4 -max-steps=10 -max-states=10":                  {152, "the graph is bounded by -max-states=10; no run ends within -max-steps=10"},
		"-algo=chang-roberts -n=20 -max-states=100 -runs=3":                      {152, "the graph is bounded by -max-states=100; the costs are of drawn runs only"},
		"-algo=bully -n=2 -crashes=1 -runs=5":                                    {0, "measured: exact, over all runs"},
		"-algo=chang-roberts -sweep=3..5 -max-states=30 -runs=9 -max-steps=150":  {152, "inconclusive: with N = 5 -max-steps=150 allows"},
		"-algo=chang-roberts -sweep=3..5 -max-states=30 -runs=9 -max-steps=1300": {0, "of 3 sizes exact"},
	} {
		r := call("measure " + args)
		_, verdict, _ := strings.Cut(r.Stdout, "\nverdict: ")
		if r.Code != want.code || !strings.Contains(verdict, want.said) {
			t.Errorf("explore measure %s: exit code %d, want %d and %q:\n%s%s", args, r.Code, want.code, want.said, verdict, r.Stderr)
		}
	}
}
