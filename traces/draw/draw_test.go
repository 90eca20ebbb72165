package draw

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// From means nothing in a step without a message: callers leave whatever value in it.
func TestFromWithoutMessageIsIgnored(t *testing.T) {
	run := Run{Lanes: nobody("P1"), Steps: []Step{{From: -1}, {From: 99}}, Cycle: NoCycle}
	text(t, run)
	mermaid(t, run)
}

// A caller may draw the same run twice, and go on using it.
func TestRunIsLeftAlone(t *testing.T) {
	dirty := func() Run {
		return Run{
			Lanes: []Lane{{Name: "a\nb", Note: "c\nd"}},
			Steps: []Step{{Action: "e\nf", Message: "g\nh", Sends: []Send{{Message: "i\nj"}},
				Changes: []Change{{Text: "k\nl"}}, Note: "m\nn"}},
		}
	}
	run := dirty()
	text(t, run)
	mermaid(t, run)
	if !reflect.DeepEqual(run, dirty()) {
		t.Errorf("the run has become %+v", run)
	}
}

// In a long run the head has left the screen when the foot comes into it.
func TestNamesAreRepeatedUnderALongRun(t *testing.T) {
	run := Run{Lanes: []Lane{{Name: "P1"}, {Name: "P2"}}, Steps: make([]Step, 20), Cycle: NoCycle}
	if got := strings.Count(text(t, run), "P1      P2"); got != 1 {
		t.Errorf("20 steps: the names stand in %d lines", got)
	}
	run.Steps = make([]Step, 21)
	if got := strings.Count(text(t, run), "P1      P2"); got != 2 {
		t.Errorf("21 steps: the names stand in %d lines", got)
	}
}

type brokenWriter struct{ err error }

func (b brokenWriter) Write([]byte) (int, error) { return 0, b.err }

func TestErrorOfTheWriter(t *testing.T) {
	full := errors.New("disk full")
	for _, run := range []Run{ringLasso, {Cycle: NoCycle}} {
		if err := Text(brokenWriter{full}, run); err != full {
			t.Errorf("Text returned %v", err)
		}
		if err := Mermaid(brokenWriter{full}, run); err != full {
			t.Errorf("Mermaid returned %v", err)
		}
	}
}
