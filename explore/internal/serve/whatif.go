package serve

import (
	"html/template"

	"interrex/internal/runs"
	"interrex/model"
)

// whatIfs are changes of the default world.
var whatIfs = []struct{ words, flags string }{
	{"one crashes", "-crashes=1 -restarts=0"},
	{"two elections start", "-starts=2"},
	{"messages overtake", "-channels=bag"},
	{"messages are lost", "-channels=lossy"},
	{"one comes back", "-crashes=1 -restarts=1"},
}

// A chipView is a change of the world.
type chipView struct {
	Asks  string
	Query template.URL // the world
	Film  template.URL // of a run to watch if the check holds
}

// chips are the changes that have a meaning for an algorithm. A world with fewer starts than the default one proves less, and is no
// change.
func (s *Site) chips(algorithm string) (all []chipView) {
	world := "-algo=" + algorithm + " -n=" + usualSize
	usual, err := s.parse(queryOf(world))
	if err != nil {
		return nil
	}
	for _, one := range whatIfs {
		query := queryOf(world + " " + one.flags)
		asked, err := s.parse(query)
		if err != nil {
			continue
		}
		if n, of := asked.World.Starts, usual.World.Starts; n != of && n != model.Unlimited && (of == model.Unlimited || n < of) {
			continue
		}
		kind := runs.Election
		if query.Get("crashes") != "" {
			kind = runs.Crash
		}
		all = append(all, chipView{one.words, template.URL(encode(query)), template.URL(encode(with(query, showParameter, string(kind))))})
	}
	return all
}
