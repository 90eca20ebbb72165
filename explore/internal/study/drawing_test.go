package study_test

import (
	"strings"
	"testing"

	"interrex/explore/internal/study"
	"interrex/internal/check"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// TestDrawing: a walk is drawn as far as it goes; only where nothing can happen any more do the lanes end.
func TestDrawing(t *testing.T) {
	a, _ := model.Find("bully")
	walk := study.Begin(world.New(world.Default(a, []model.ID{1, 2})))
	drawn := func() string {
		var b strings.Builder
		if err := draw.Text(&b, check.Drawing(walk.World(), walk.SoFar())); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for len(walk.Steps()) > 0 {
		if strings.Contains(drawn(), "┴") {
			t.Fatalf("something can happen after\n%s", drawn())
		}
		walk, _ = walk.Take(len(walk.Steps()) - 1)
	}
	if got := drawn(); !strings.Contains(got, "┴") || !strings.Contains(got, "✖") {
		t.Errorf("nothing can happen any more after\n%s", got)
	}
}
