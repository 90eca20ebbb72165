package draw

import (
	"reflect"
	"strings"
	"testing"
)

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
