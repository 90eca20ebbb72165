package alike_test

import (
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/alike"
	"interrex/model/world"
)

func TestScratch(t *testing.T) {
	for _, name := range []string{"omega-timely", "omega-minimal"} {
		a, _ := model.Find(name)
		for _, timely := range [][]world.Pair{{}, nil, {{1, 2}}, {{2, 1}}} {
			c := world.Default(a, []model.ID{1, 2})
			c.Timely = timely
			p, err := alike.Find(t.Context(), c, 2, checker.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if p == nil {
				t.Log(name, timely, "none")
				continue
			}
			t.Log(name, timely, p.Dead, p.Alike(), p.IsRight(p.Run), p.IsRight(p.Other), p.Trusts(p.Run, 2), p.Trusts(p.Other, 2), p.Trusts(p.Run, 1), p.IsBounded(), len(p.Run.Path.Stem), len(p.Run.Path.Cycle), len(p.Other.Path.Stem), len(p.Other.Path.Cycle))
		}
	}
}
