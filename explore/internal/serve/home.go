package serve

import (
	"cmp"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"interrex/explore/internal/gallery"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/predicate"
	"interrex/internal/study"
	"interrex/model"
	"interrex/spec"
	"interrex/traces/stage"
)

// A filmView is a run that plays on the first page.
type filmView struct {
	Title, Says string
	Look        string // what to look for
	Flags, Show string
	Find        string            // the condition, where Show is find
	Captions    map[string]string // what a rule does to ELECTION(9), at its first use
	Onward      []onwardTo
}

// An onwardTo is a link from a film of ELECTION(9) to another.
type onwardTo struct {
	film  int
	words string
}

func (f filmView) query() url.Values {
	query := queryOf(f.Flags)
	query.Set(showParameter, f.Show)
	if f.Find != "" {
		query.Set(find, f.Find)
	}
	return query
}

// Query is the address of its page.
func (f filmView) Query() template.URL { return template.URL(encode(f.query())) }

// homeFilms are the runs of the first page of Interrex, ELECTION(9) first.
var homeFilms = []filmView{
	nine[0],
	{Title: "A ring elects", Says: "Each process passes on the higher of two ids: its own and the one that it takes.", Look: "P9 gets its own id back, and the crown.",
		Flags: "-algo=ring -ids=4,8,9,3 -initiators=3", Show: "election"},
	{Title: "The bully elects", Says: "P1 asks all higher processes whether they live. They answer OK and ask on.", Look: "P4 has no higher one to ask, and announces itself.",
		Flags: "-algo=bully -n=4 -initiators=1", Show: "election"},
	{Title: "Two leaders", Says: "P3 leads and dies, and another process takes over. Then P3 comes back.", Look: "two crowns at the end.",
		Flags: "-algo=bully -n=3 -restarts=1 -property=one-leader", Show: counterexample},
	{Title: "Raft elects", Says: "A process asks for votes in term 1. A majority makes it the leader.", Look: "a green part of its circle for each vote.",
		Flags: "-algo=raft -n=3", Show: "election"},
}

// nine are the films of ELECTION(9) on one ring: it goes round, and two ways to stop it.
var nine = []filmView{
	{Title: "ELECTION(9) goes round for ever", Flags: "-algo=ring -ids=4,8,9,3 -crashes=1 -property=ends", Show: counterexample,
		Onward: []onwardTo{{1, "Now watch it stop"}, {2, "Or by a detector"}}},
	{Title: "A neighbour stops ELECTION(9)", Flags: "-algo=ring-watch -ids=4,8,9,3 -crashes=1 -initiators=9", Show: find, Find: stopped,
		Onward: []onwardTo{{2, "Another cure"}, {0, "Back to the loop"}}, Captions: map[string]string{
			"RW1": "P%d is a neighbour of P9, and watches it: it remembers ELECTION(9).",
			"RW4": "P%d takes ELECTION(9) for the second time, so P9 did not stop it. It takes the message off the ring, and starts a new election.",
			"RI4": "P%d has its own id back, so it leads. ELECTION(9) is gone.",
		}},
	{Title: "A detector stops ELECTION(9)", Flags: "-algo=ring-detector -ids=4,8,9,3 -crashes=1 -initiators=9", Show: find, Find: stopped,
		Onward: []onwardTo{{1, "Another cure"}, {0, "Back to the loop"}}, Captions: map[string]string{
			"RD1": "P%d remembers that it has passed on a message of P9.",
			"RD2": "The failure detector reports to P%d that P9 is dead. It starts a new election.",
			"RD3": "P%d knows that P9 is dead, so it takes ELECTION(9) off the ring.",
			"RI4": "P%d has its own id back, so it leads. ELECTION(9) is gone.",
		}},
}

// stopped is how the cures of ELECTION(9) end.
const stopped = "dead(9) & agreed == 8 & messages == 0"

// nineOf is the film of ELECTION(9) in a world, for any properties that are asked; nil: none.
func nineOf(flags url.Values) *filmView {
	asks := func(query url.Values) string { return encode(without(query, "property")) }
	i := slices.IndexFunc(nine, func(f filmView) bool { return asks(queryOf(f.Flags)) == asks(flags) })
	if i < 0 {
		return nil
	}
	return &nine[i]
}

// isShown reports whether a walk ends as the film does; not if the film is a counterexample.
func (f *filmView) isShown(walk *study.Walk) bool {
	end, err := walk.Go(walk.Length())
	if err != nil || f.Find == "" {
		return false
	}
	condition, err := predicate.Parse(f.Find, walk.World())
	if err != nil {
		panic(err)
	}
	return condition.Holds(end.State())
}

// next are links to the other films of ELECTION(9).
func (f *filmView) next() (all []backView) {
	if f != nil {
		for _, o := range f.Onward {
			all = append(all, backView{o.words, "/watch?" + string(nine[o.film].Query()) + "#play=1"})
		}
	}
	return all
}

// caption tells a run in the words of the film.
func (f *filmView) caption(run *stage.Run) {
	run.Title = f.Title
	told := map[string]bool{}
	for i, step := range run.Steps {
		for _, rule := range step.Rules {
			if words := f.Captions[rule.ID]; words != "" && !told[rule.ID] {
				told[rule.ID], run.Steps[i].Caption = true, fmt.Sprintf(words, step.Process)
			}
		}
	}
}

// onHome are the runs of the first page: those above, or one of each of the program's own elections.
func (s *Site) onHome() (all []filmView) {
	if s.Program.Catalogue {
		return homeFilms
	}
	for _, a := range s.Program.Elections[:min(len(s.Program.Elections), 6)] {
		all = append(all, filmView{Title: a.Name, Says: "The shortest run to a leader.", Flags: "-algo=" + a.Name + " -n=" + usualSize, Show: "election"})
	}
	return all
}

// A homeView is the first page.
type homeView struct {
	Nine      []filmView // it goes round, and what stops it
	Films     []filmView
	Remembers template.URL // a run in which processes remember the highest id
	Families  []familyView
	Stories   []backView
	Gallery   []groupOfPieces
}

// A familyView lists algorithms of a kind.
type familyView struct {
	Title, Says string
	Algorithms  []algorithmView
}

type algorithmView struct {
	Name, Title string
	Sizes       []int
}

// A family is a kind of algorithms.
type family struct {
	title, says string
	has         func(model.Algorithm) bool
}

// families are all kinds. An algorithm belongs to the first one that has it. Pages list the last one first.
var families = []family{
	{"A leader for ever", "Each process always trusts one. After a while all trust the same live one.", model.Algorithm.Clockwork},
	{"Without ids", "All processes are alike, on a ring. Chance must tell them apart.", func(a model.Algorithm) bool { return a.Anonymous }},
	{"Each to each", "Each process knows all others and sends to any.", func(a model.Algorithm) bool { return !a.Topology.IsRing() }},
	{"On a ring", "Each process sends to its neighbour.", func(model.Algorithm) bool { return true }},
}

// groupOfPieces are the pieces of the gallery that answer a question.
type groupOfPieces struct {
	Title  string
	Pieces []pieceView
}

type pieceView struct {
	Title, Why string
	Query      template.URL
}

// byQuestion orders the pieces of the gallery by the first property that they violate.
var byQuestion = []struct {
	title      string
	properties []string
}{
	{"Why does it never end?", []string{spec.Ends.Name, "not-stuck"}},
	{"Can there be two leaders?", []string{"one-leader", "same-decision", "eventual-leadership"}},
	{"Do all agree?", []string{"decides", "agreement", "strict-agreement"}},
}

func (s *Site) home(w http.ResponseWriter, _ *http.Request) {
	v := homeView{Films: s.onHome(), Gallery: s.galleryByQuestion("")}
	if s.Program.Catalogue {
		v.Nine, v.Films, v.Stories = nine, v.Films[1:], s.storiesOf("")
		v.Remembers = filmView{Flags: "-algo=ring-maxid -ids=4,8,9,3 -crashes=1 -property=ends", Show: counterexample}.Query()
	}
	for _, f := range slices.Backward(families) {
		v.Families = append(v.Families, familyView{Title: f.title, Says: f.says})
	}
	for _, a := range s.Program.Elections {
		i := slices.IndexFunc(families, func(f family) bool { return f.has(a) })
		family := &v.Families[len(families)-1-i]
		family.Algorithms = append(family.Algorithms, algorithmView{a.Name, a.Title, sizesOf(a)})
	}
	v.Families = slices.DeleteFunc(v.Families, func(f familyView) bool { return f.Algorithms == nil })
	s.show(w, http.StatusOK, "home", "Elections", v)
}

// sizesOf are the numbers of processes with which the algorithm is checked in moments.
func sizesOf(a model.Algorithm) (sizes []int) {
	most := min(cmp.Or(a.Reach(), 4), 5)
	if a.On != "" {
		most = 3
	}
	for n := 2; n <= most; n++ {
		sizes = append(sizes, n)
	}
	return sizes
}

// galleryByQuestion is the gallery, or its part about an algorithm.
func (s *Site) galleryByQuestion(algorithm string) (all []groupOfPieces) {
	for _, q := range byQuestion {
		group := groupOfPieces{Title: q.title}
		for _, p := range s.pieces {
			query := queryOf(p.Args)
			if slices.Contains(q.properties, query.Get("property")) && (algorithm == "" || query.Get("algo") == algorithm) {
				query.Set(showParameter, counterexample)
				group.Pieces = append(group.Pieces, pieceView{p.Title, p.Why, template.URL(encode(query))})
			}
		}
		if group.Pieces != nil {
			all = append(all, group)
		}
	}
	return all
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
