package serve

import (
	"context"
	"errors"
	"html/template"

	"net/url"

	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
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

// A chipView is a change with what is known of it.
type chipView struct {
	found
	Asks  string       `json:"asks"`
	Query template.URL `json:"query"` // the world
	Film  template.URL `json:"film"`  // of a run to watch if the check holds
}

// chips are the changes that have a meaning for an algorithm. A world with fewer starts than the default one proves less, and is no
// change. If start is set, those that are not yet checked are.
func (s *Site) chips(algorithm string, start bool) (all []chipView) {
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
		all = append(all, chipView{s.chip(asked, query, start), one.words, template.URL(encode(query)), template.URL(encode(with(query, showParameter, string(kind))))})
	}
	return all
}

// chip is the state of the check of a change.
func (s *Site) chip(asked *check.Question, query url.Values, start bool) found {
	job, known, err := jobs.View[*found]{}, false, error(nil)
	if start {
		job, err = s.checked.Ask(key(asked), s.verdict(asked, query))
		known = err == nil
	} else {
		job, known = s.checked.Look(key(asked))
	}
	switch {
	case errors.Is(err, jobs.ErrFull):
		return found{State: "waiting", Words: err.Error()}
	case !known || job.State == jobs.Waiting || errors.Is(job.Err, context.Canceled):
		return found{State: "waiting", Words: "not yet checked"}
	case job.State == jobs.Running:
		return found{State: "running", Words: "checking"}
	case job.Err != nil:
		return found{State: "idle", Words: s.failure(job.Err)}
	}
	return *job.Result
}

// whatIf is the state of the chips for a script that polls. Their checks end when no script does.
func (s *Site) whatIf(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.Program.Algorithm(r.PathValue("name")); !ok {
		http.NotFound(w, r)
		return
	}
	answer(w, s.chips(r.PathValue("name"), true))
}
