package request

import (
	"reflect"
	"testing"

	"interrex/model"
	"interrex/model/world"
)

// TestDefaultsAreThoseOfTheLibrary: a world that is asked for by its algorithm, and by what bounds depend on, is the one
// that a program gets.
func TestDefaultsAreThoseOfTheLibrary(t *testing.T) {
	bully, _ := model.Find("bully")
	for _, a := range append(model.Catalogue(), model.Consensus(bully)) {
		for _, timing := range append(timings(a), "") {
			for _, restarts := range []string{"", "unlimited"} {
				args := []string{"-algo=" + a.Name, "-n=3"}
				c := world.Default(a, []model.ID{1, 2, 3})
				if timing != "" && a.Timed() {
					args, c.Timeouts = append(args, "-timeouts="+string(timing)), timing
				}
				if restarts != "" && !a.Numbering && !a.Anonymous {
					args, c.Restarts = append(args, "-restarts=unlimited"), world.Unlimited
				}
				r, err := Parse(args)
				if err != nil {
					t.Errorf("%v: %v", args, err)
					continue
				}
				got, want := r.World, c.Bounded()
				got.Algorithm, want.Algorithm, want.Suspicions = model.Algorithm{}, model.Algorithm{}, got.Suspicions
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%v:\n%+v\nand world.Default is\n%+v", args, got, want)
				}
			}
		}
	}
}
