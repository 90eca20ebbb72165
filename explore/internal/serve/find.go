package serve

import (
	"cmp"
	"errors"
	"html/template"

	"net/url"

	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/flags"
	"interrex/internal/meant"
	"interrex/internal/predicate"
)

// A findView is the page of a search for a state.
type findView struct {
	Flags             url.Values // of the world, apart from the algorithm
	Query             template.URL
	Sentence, Command string
	Condition, Error  string
	Words             [][2]string
	Algorithms        []string
	Algorithm         string
	Examples          []backView
	Worlds            []backView         // the same condition in other worlds
	Job               *jobs.View[*found] // nil: there is no condition, or a wrong one
	Film              template.URL
}

// findExamples are conditions that any election of three processes may be asked about, the last one if there are crashes.
var findExamples = []string{"leader(3)", "leaders > 1", "underway & messages == 0", "leader(2) & dead(3)"}

// find searches a world for a state with a condition, and shows the run to it.
func (s *Site) find(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	world := without(query, showParameter, find)
	if !world.Has("n") && !world.Has("ids") {
		world.Set("n", usualSize)
	}
	if !world.Has("algo") {
		world.Set("algo", s.algorithms()[0])
	}
	v := findView{Condition: query.Get(find), Query: template.URL(encode(world)), Words: predicate.Words,
		Algorithms: s.algorithms(), Algorithm: world.Get("algo"), Flags: without(world, "algo")}
	asked, err := s.parse(world)
	if err != nil {
		s.refuse(w, http.StatusBadRequest, flags.OneLine(meant.Text(err)), toForm(world))
		return
	}
	asked.Called = find
	v.Examples = examples(world, asked.World.Crashes != 0)
	if v.Condition != "" {
		v.Worlds = s.worlds(world, v.Condition)
	}
	v.Sentence, v.Command = asked.InWords(), asked.Reproduce()+" '"+cmp.Or(v.Condition, findExamples[0])+"'"
	status := http.StatusOK
	if v.Condition != "" {
		wanted := with(with(world, find, v.Condition), showParameter, find)
		v.Film = template.URL(encode(wanted))
		if v.Job, err = s.look(r.Context(), wanted, moment); err != nil {
			v.Error = flags.OneLine(err.Error())
			if wrong := new(predicate.Error); errors.As(err, &wrong) {
				status = http.StatusBadRequest
			}
		}
	}
	s.show(w, status, "find", "Find a moment", v)
}

// worlds are links to the search for a condition in other worlds, as far as the election has them.
func (s *Site) worlds(world url.Values, condition string) (all []backView) {
	for _, one := range whatIfs {
		other := without(world)
		for name, values := range queryOf(one.flags) {
			other[name] = values
		}
		if _, err := s.parse(other); err == nil && encode(other) != encode(world) {
			all = append(all, backView{one.words, "/find?" + encode(with(other, find, condition))})
		}
	}
	return all
}

// examples are links to the search for them in a world.
func examples(world url.Values, crashes bool) (all []backView) {
	texts := findExamples
	if !crashes {
		texts = texts[:len(texts)-1]
	}
	for _, text := range texts {
		all = append(all, backView{text, "/find?" + encode(with(world, find, text))})
	}
	return all
}

// with is a query with one more parameter.
func with(query url.Values, name, value string) url.Values {
	more := without(query)
	more.Set(name, value)
	return more
}
