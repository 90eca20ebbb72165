package serve

import (
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strconv"

	"interrex/explore/internal/gallery"
	"interrex/internal/check"
	"interrex/internal/study"
)

// A walkView is the page of a walk.
type walkView struct {
	stageView
	Note           string         // on a link of an earlier version; "": none
	Heading, About string         // of the run; what the election is, if the heading does not say it
	Piece          *gallery.Piece // the piece of the gallery that shows this run
	World, Command string
	CheckQuery     template.URL
	Action         string       // of the form with the slider
	Hidden         []hiddenView // the flags in that form
	Walk           string       // the path without a position
	Enabled        []stepView
	Disabled       []refusalGroup
	Standings      []standingView
	Budgets        []study.Budget
	Clock          *study.Clock
	Words          []wordsView
	Undo, Return   string // addresses
	BranchedAt     int
	Ask, Unask     string
	Outlook        *outlookView
}

type hiddenView struct{ Name, Value string }

// A stepView is an enabled step.
type stepView struct {
	study.Step
	Address, Owner string
}

// A refusalGroup lists the disabled steps of one process, or of the world.
type refusalGroup struct {
	Owner    string
	All      string // the reason, if all have the same
	Refusals []refusalView
}

type refusalView struct{ What, Why, Guard string }

type standingView struct {
	study.Standing
	Words, Class, There string
}

type wordsView struct {
	Title      string
	Paragraphs []string
}

func (k *walker) view() (*walkView, error) {
	w := k.walk
	run := check.Walked(*k.asked, w.World(), w.Path())
	stage, err := newStage(run, w.At(), k.at)
	if err != nil {
		return nil, err
	}
	stage.Flights, stage.Timers = k.flights(), k.timers()
	path := pathOf(w)
	v := &walkView{
		stageView: stage, Action: "/walk", World: k.asked.WorldLine(), Command: k.asked.Reproduce(), CheckQuery: template.URL(encode(k.flags)),
		Walk: path, Budgets: w.Budgets(), Clock: w.Clock(), Disabled: k.disabled(), Standings: k.standings(), Words: k.words(),
	}
	for _, name := range slices.Sorted(maps.Keys(k.flags)) {
		v.Hidden = append(v.Hidden, hiddenView{name, k.flags.Get(name)})
	}
	for _, name := range [][2]string{{walkParameter, path}, {fromParameter, k.from}} {
		if name[1] != "" {
			v.Hidden = append(v.Hidden, hiddenView{name[0], name[1]})
		}
	}
	for _, step := range w.Steps() {
		v.Enabled = append(v.Enabled, stepView{step, k.branch(step), k.owner(int(step.Process))})
	}
	k.returns(v)
	k.name(v)
	v.Unask = k.address(w)
	v.Ask = v.Unask + "&" + askParameter + "=elect#outlook"
	return v, nil
}

// name gives the page its heading: that of the piece of the gallery if this is its run, and another one to a branch.
func (k *walker) name(v *walkView) {
	v.Heading, v.Piece = check.Title(*k.asked), k.site.piece(k.flags)
	switch {
	case v.Return != "":
		v.Heading, v.Piece = "A branch of another run: "+v.Heading, nil
	case v.Piece != nil && k.breaksAny():
		v.Heading, v.About = v.Piece.Title, v.Heading
	default:
		v.Piece = nil
	}
}

// breaksAny reports whether the whole walk violates a property that is asked.
func (k *walker) breaksAny() bool {
	end, err := k.walk.Go(k.walk.Length())
	if err != nil {
		panic(err)
	}
	return slices.ContainsFunc(end.Standings(k.asked.Properties), func(s study.Standing) bool { return s.Since >= 0 && !s.Unfair })
}

// flights lists the messages in transit, with deadlines if the world has a clock.
func (k *walker) flights() (all []flightView) {
	for _, c := range k.walk.Channels() {
		for _, m := range c.Messages {
			words := fmt.Sprintf("%s from %s to %s", m.Text, k.owner(int(c.From)), k.owner(int(c.To)))
			if m.Deadline != "" {
				words += ", " + m.Deadline
			}
			all = append(all, flightView{words, m.Sent})
		}
	}
	return all
}

// timers lists the timers that run by the clock.
func (k *walker) timers() (all []string) {
	for _, m := range k.walk.Members() {
		for _, t := range m.Timers {
			all = append(all, fmt.Sprintf("P%d: %s", m.ID, t))
		}
	}
	return all
}

func (k *walker) owner(id int) string {
	if id <= 0 {
		return "the world"
	}
	return "P" + strconv.Itoa(id)
}

// disabled lists the disabled steps and the reasons, by process in ring order, then those of the world.
func (k *walker) disabled() (groups []refusalGroup) {
	for _, r := range k.walk.Disabled() {
		owner := k.owner(int(r.Process))
		i := slices.IndexFunc(groups, func(g refusalGroup) bool { return g.Owner == owner })
		if i < 0 {
			i, groups = len(groups), append(groups, refusalGroup{Owner: owner})
		}
		what := r.Action
		if r.Peer > 0 {
			what += " from " + k.owner(int(r.Peer))
		}
		groups[i].Refusals = append(groups[i].Refusals, refusalView{what, r.Why, string(r.Guard)})
	}
	place := func(g refusalGroup) int {
		for i, id := range k.asked.World.IDs {
			if k.owner(int(id)) == g.Owner {
				return i
			}
		}
		return len(k.asked.World.IDs)
	}
	for i, g := range groups {
		why := g.Refusals[0].Why
		if !slices.ContainsFunc(g.Refusals, func(r refusalView) bool { return r.Why != why }) {
			groups[i].All = why
		}
	}
	slices.SortStableFunc(groups, func(a, b refusalGroup) int { return place(a) - place(b) })
	return groups
}

// standings lists how each property stands here.
func (k *walker) standings() (all []standingView) {
	for _, s := range k.walk.Standings(k.asked.Properties) {
		v := standingView{Standing: s, Words: "says nothing here", Class: "idle"}
		switch {
		case s.Unfair:
			v.Words = "not broken: the cycle is not fair"
		case s.Since >= 0 && s.IsLiveness():
			v.Words, v.Class = "broken: in the cycle its goal is never reached", "violated"
		case s.Broken:
			v.Words, v.Class = "broken here", "violated"
		case s.Since >= 0:
			v.Words, v.Class, v.There = "was broken at step "+strconv.Itoa(s.Since), "violated", k.at(s.Since)
		case s.Pending:
			v.Words, v.Class = "its goal is still to be reached", "pending"
		case s.Premise:
			v.Words, v.Class = "true here", "holds"
		}
		all = append(all, v)
	}
	return all
}

// words explains how each property that the whole walk violates is violated, or that it would be if the cycle were
// fair.
func (k *walker) words() (all []wordsView) {
	end, err := k.walk.Go(k.walk.Length())
	if err != nil {
		panic(err)
	}
	for _, s := range end.Standings(k.asked.Properties) {
		if s.Since < 0 {
			continue
		}
		path := k.walk.Path()
		if !s.IsLiveness() {
			there, _ := k.walk.Go(s.Since)
			path = there.SoFar()
		}
		title := "How this run breaks " + s.Name
		words, fair := check.Explain(*k.asked, k.walk.World(), path, s.Property)
		if !fair {
			title = "Why this run does not break " + s.Name
		}
		all = append(all, wordsView{title, words})
	}
	return all
}
