package serve

import (
	"cmp"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"interrex/explore/internal/gallery"
	http "interrex/explore/internal/serve/web"
	"interrex/model"
)

// A homeView is the list of algorithms, with links to checks.
type homeView struct {
	Questions, Gallery []linkView
	Algorithms         []algorithmView
}

type linkView struct {
	Title, Why string
	Query      template.URL
}

type algorithmView struct {
	Name, Title, Source, World, Topology string
	Sizes                                []int
}

// questions are what a reader of the lectures may ask first, by the piece of the gallery that answers them.
var questions = []struct{ piece, title string }{
	{"election-9", "Why does ELECTION(9) never stop?"},
	{"watched-two-fail", "What if the neighbours who watch fail, too?"},
	{"two-coordinators", "Can there be two leaders?"},
	{"one-tick-too-short", "How long must one wait for an answer?"},
	{"inaccurate-detector", "What does an inaccurate failure detector do?"},
	{"raft-disagrees", "Does Raft agree on its leader?"},
}

func (s *Site) home(w http.ResponseWriter, _ *http.Request) {
	var v homeView
	for _, q := range questions {
		if i := slices.IndexFunc(s.pieces, func(p gallery.Piece) bool { return p.Name == q.piece }); i >= 0 {
			v.Questions = append(v.Questions, link(s.pieces[i], q.title))
		}
	}
	for _, p := range s.pieces {
		v.Gallery = append(v.Gallery, link(p, p.Title))
	}
	for _, a := range s.Program.Elections {
		if a.On != "" {
			continue
		}
		one := algorithmView{a.Name, a.Title, a.Source, a.World, string(a.Topology), nil}
		for n := 2; n <= min(cmp.Or(a.Reach(), 4), 5); n++ {
			one.Sizes = append(one.Sizes, n)
		}
		v.Algorithms = append(v.Algorithms, one)
	}
	if s.Program.Catalogue {
		v.Algorithms = append(v.Algorithms, algorithmView{
			model.ConsensusName, "consensus by an election", "lecture 000", "that of the election it rests on", "graph of its election", []int{2, 3},
		})
	}
	s.show(w, http.StatusOK, "home", "Elections", v)
}

func link(p gallery.Piece, title string) linkView {
	return linkView{title, strings.TrimSpace(p.Why), template.URL(encode(queryOf(p.Args)))}
}

// queryOf turns a command line into a query.
func queryOf(command string) url.Values {
	query := url.Values{}
	for _, word := range strings.Fields(command) {
		name, value, hasValue := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if !hasValue {
			value = "true"
		}
		query.Set(name, value)
	}
	return query
}

// piece finds the piece of the gallery about a world, or nil.
func (s *Site) piece(flags url.Values) *gallery.Piece {
	i := slices.IndexFunc(s.pieces, func(p gallery.Piece) bool { return encode(queryOf(p.Args)) == encode(flags) })
	if i < 0 {
		return nil
	}
	return &s.pieces[i]
}
