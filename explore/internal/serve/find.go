package serve

import (
	"cmp"
	"errors"
	"html/template"
	"maps"

	"net/url"
	"slices"

	http "interrex/explore/internal/serve/web"
	"interrex/internal/flags"
	"interrex/internal/meant"
	"interrex/internal/predicate"
)

// A findView is the page of a search for a state.
type findView struct {
	Flags             []hiddenView // of the world
	Query             template.URL
	Sentence, Command string
	Condition, Error  string
	Words             [][2]string
	Algorithms        []string
	Algorithm         string
	Examples          []exampleView
	Found             *found
	Film              template.URL
}

// A hiddenView is a flag that a form keeps.
type hiddenView struct{ Name, Value string }

// An exampleView is a condition to try.
type exampleView struct {
	Text  string
	Query template.URL
}

// findExamples are conditions that any election of three processes may be asked about.
var findExamples = []string{"leader(3)", "leaders > 1", "leader(2) & dead(3)", "underway & messages == 0"}

// find searches a world for a state with a condition, and shows the run to it.
func (s *Site) find(w http.ResponseWriter, r *http.Request) {
	query, _ := current(r.URL.Query())
	world := without(query, showParameter, find)
	if !world.Has("n") && !world.Has("ids") {
		world.Set("n", usualSize)
	}
	if !world.Has("algo") {
		world.Set("algo", s.algorithms()[0])
	}
	v := findView{Condition: query.Get(find), Query: template.URL(encode(world)), Words: predicate.Words, Examples: examples(world),
		Algorithms: s.algorithms(), Algorithm: world.Get("algo"), Flags: hidden(without(world, "algo"))}
	asked, err := s.parse(world)
	if err != nil {
		s.refuse(w, http.StatusBadRequest, flags.OneLine(meant.Text(err)), toForm(world))
		return
	}
	asked.Called = find
	v.Sentence, v.Command = asked.InWords(), asked.Reproduce()+" '"+cmp.Or(v.Condition, findExamples[0])+"'"
	status := http.StatusOK
	if v.Condition != "" {
		wanted := with(with(world, find, v.Condition), showParameter, find)
		v.Film = template.URL(encode(wanted))
		it, err := s.await(r.Context(), wanted)
		if v.Found = it; err != nil {
			v.Error = flags.OneLine(err.Error())
			if wrong := new(predicate.Error); errors.As(err, &wrong) {
				status = http.StatusBadRequest
			}
		}
	}
	s.show(w, status, "find", "Find a moment", v)
}

// examples are links to the search for them in a world.
func examples(world url.Values) (all []exampleView) {
	for _, text := range findExamples {
		all = append(all, exampleView{text, template.URL(encode(with(world, find, text)))})
	}
	return all
}

// with is a query with one more parameter.
func with(query url.Values, name, value string) url.Values {
	more := without(query)
	more.Set(name, value)
	return more
}

// hidden are the flags of a world for a form.
func hidden(flags url.Values) (all []hiddenView) {
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		all = append(all, hiddenView{name, flags.Get(name)})
	}
	return all
}
