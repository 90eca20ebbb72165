package serve

import (
	"cmp"
	"html/template"
	"net/url"
	"slices"
	"strings"

	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/runs"
	"interrex/model"
	"interrex/spec"
	"interrex/spec/claims"
)

// An algorithmPage is the page of an algorithm.
type algorithmPage struct {
	algorithmView
	About, Source, World, Default string
	Film                          template.URL // the election that it shows
	Rules                         []spec.Rule
	Promises                      []promiseView
	Claims, MoreClaims            []claimView
	Chips                         []chipView
	Stories                       []backView
	Gallery                       []groupOfPieces
	Commands                      []string
	Finds                         []backView
}

// A promiseView is a promise of the author, with the claims of the lectures that say whether it holds.
type promiseView struct {
	spec.Property
	Claims []claimView
}

// fewClaims is how many claims a page shows at once.
const fewClaims = 4

// algorithmPage shows an algorithm.
func (s *Site) algorithmPage(w http.ResponseWriter, r *http.Request) {
	name, known := flags.Among(r.PathValue("name"), s.algorithms())
	if !known {
		s.refuse(w, http.StatusNotFound, "there is no algorithm "+r.PathValue("name")+"; the algorithms are "+strings.Join(s.algorithms(), ", "))
		return
	}
	a, _ := s.Program.Algorithm(name)
	usual := url.Values{"algo": {a.Name}, "n": {usualSize}}
	asked, err := s.parse(usual)
	v := algorithmPage{
		algorithmView: algorithmView{a.Name, a.Title, sizesOf(a)}, Source: a.Source, World: a.World, Default: check.DefaultWorld(a),
		Rules: a.Rules(), Chips: s.chips(a.Name), Gallery: s.galleryByQuestion(a.Name), Finds: examples(usual, err == nil && asked.World.Crashes != 0),
	}
	n := usualSize
	if a.Topology.IsRing() {
		n = "4"
	}
	film := filmView{Flags: "-algo=" + a.Name + " -n=" + n, Show: "election"}
	if !a.Clockwork() {
		film.Flags += " -initiators=1" // who has to ask the others, which shows more of the rules
	}
	v.Film = film.Query()
	for _, line := range []string{"-algo=" + a.Name + " -n=3", "find -algo=" + a.Name + " -n=3 '" + findExamples[0] + "'", "step -algo=" + a.Name + " -n=3", "help " + a.Name} {
		v.Commands = append(v.Commands, s.Program.Name+" "+line)
	}
	for _, p := range a.Meaningful() {
		if slices.Contains(a.Promised, p.Name) {
			v.Promises = append(v.Promises, promiseView{Property: p})
		}
	}
	if !a.Own {
		page := cmp.Or(map[bool]string{true: model.ConsensusName}[a.On != ""], a.Name) + ".md"
		v.About, v.Stories = spec.About(page), s.storiesOf(a.Name)
		all := slices.DeleteFunc(claimsOf(a.Name), func(c claimView) bool { return promised(v.Promises, c.Claim, a.Name) })
		v.Claims, v.MoreClaims = all[:min(fewClaims, len(all))], all[min(fewClaims, len(all)):]
	}
	s.show(w, http.StatusOK, "algorithm", a.Name, v)
}

// promised puts a claim beside the promises that it is about, and reports whether there is one.
func promised(promises []promiseView, c claims.Claim, algorithm string) (is bool) {
	for i, p := range promises {
		if on, decides := c.On(p.Name, algorithm); decides {
			promises[i].Claims, is = append(promises[i].Claims, viewOf(on)), true
		}
	}
	return is
}

// claimsOf are the claims of the lectures that runs of the algorithm decide, those about few algorithms first.
func claimsOf(algorithm string) (all []claimView) {
	about := map[string]int{}
	for _, c := range claims.All() {
		algorithms := map[string]bool{}
		for _, one := range c.Cases {
			for _, run := range one.Runs {
				algorithms[queryOf(run.Command).Get("algo")] = true
			}
		}
		if about[c.ID] = len(algorithms); algorithms[algorithm] {
			all = append(all, viewOf(c))
		}
	}
	slices.SortStableFunc(all, func(a, b claimView) int { return about[a.ID] - about[b.ID] })
	return all
}

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
