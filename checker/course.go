package checker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
)

// A course is a check with a reduction: one exploration after another, until one decides what is asked. However many there
// are, one limit of time covers them all, and one checkpoint keeps the last.
type course struct {
	reducer
	properties []Property
	options    Options
	keeper     *keeper
	began      time.Time     // when the first exploration did
	spent      time.Duration // by the runs before
	known      knowledge

	stage stage
	why   string   // the whole graph is explored
	shown []Result // by the explorations before
}

// A stage is how a graph is reduced: each is tried where the one before does not decide what is asked.
type stage int

const (
	looseStage  stage = iota // a key may lead anywhere
	strictStage              // it must lead beyond
	wholeStage               // nothing is left out

	stages
)

// reduced is Check with a reduction.
func reduced(ctx context.Context, system System, properties []Property, options Options, keeper *keeper) (*Report, error) {
	c := &course{properties: properties, options: options, keeper: keeper, began: time.Now(),
		why: unfit(system, properties), shown: make([]Result, len(properties))}
	if c.why == "" {
		c.reducer = newReducer(system, properties, options.Reduce)
		if !c.stubborn && c.confluence == nil {
			c.why = "nothing is known to commute here"
		}
	}
	if c.why != "" { // then all there is to keep is an exploration of the whole graph
		return c.whole(ctx, system)
	}
	if err := c.takeUp(); err != nil {
		return nil, err
	}
	for c.stage < wholeStage {
		run, report, err := c.explore(ctx)
		if err != nil {
			return nil, err
		}
		report.learn(c.shown)
		if c.why = run.open; c.why == "" && !run.ignores {
			if options.Shortest {
				err = report.shorten(ctx, system, options)
			}
			return report, err
		}
		if c.stage == looseStage && run.savesLittle() {
			c.why = cmp.Or(c.why, "too little is left out here")
		}
		if c.stage++; c.why != "" {
			c.stage = wholeStage
		}
	}
	return c.whole(ctx, system)
}

// newRun is one exploration more.
func (c *course) newRun(system System) *run {
	run := newRun(system, c.properties, c.options)
	run.started, run.spent, run.learnt, run.keeper = c.began, c.spent, c.known, c.keeper
	return run
}

// whole explores the whole graph.
func (c *course) whole(ctx context.Context, system System) (*Report, error) {
	c.options.Reduce = Whole
	report, err := c.newRun(system).check(ctx)
	if err == nil {
		report.Unreduced = c.why
		report.learn(c.shown)
	}
	return report, err
}

// learn takes over what an earlier graph has shown, where a bound has left it open: a finite path of a reduced graph
// is one of the whole graph, even if that reduced graph decides nothing else. What the report itself shows goes into
// shown.
func (r *Report) learn(shown []Result) {
	for i, result := range r.Results {
		switch {
		case result.Path == nil && shown[i].Path != nil && result.Verdict == Inconclusive:
			r.Results[i] = shown[i]
		case result.Path != nil && !result.Path.Lasso && !result.Property.counted && shown[i].Path == nil:
			shown[i] = result
		}
	}
}

// explore explores the reduced graph, again and again until nothing is found that was assumed never to
// happen.
func (c *course) explore(ctx context.Context) (*run, *Report, error) {
	for {
		run, now := c.newRun(c.system), c.reducer
		now.loose = c.stage == looseStage
		run.reducer = &now
		report, err := run.check(ctx)
		c.known, c.spent = run.knowledge(), run.spent
		if !run.refuted {
			return run, report, err
		}
	}
}

// Knowledge is what an exploration has found out about a system that another one need not find out again.
type knowledge struct {
	packing Packing // with all the numbers that it has given out
	sampled int     // states in which the laws have been tried
}

func (r *run) knowledge() knowledge {
	return knowledge{r.store.packing, max(r.learnt.sampled, r.expanded)}
}

// A keptCourse is what a checkpoint keeps of a course.
type keptCourse struct {
	By      Reduction
	Stage   stage
	Why     string          `json:",omitempty"`
	Shown   []keptResult    `json:",omitempty"`
	Efforts [2]keptEffort   `json:",omitzero"`
	Assumed json.RawMessage `json:",omitempty"` // by a Lasting confluence
}

// A keptResult is what is shown of a property.
type keptResult struct {
	Property int
	Verdict  Verdict
	Count    int        `json:",omitempty"`
	Paths    []keptPath // and of its others
}

// A keptPath is a finite path: the place of its initial state among those that Init emits and, of each step, its place
// among those out of its state that lead somewhere.
type keptPath struct {
	Initial int
	Places  []int
}

// A keptEffort is an effort.
type keptEffort struct {
	Idle        bool
	Left, Tried int
}

// kept is what is to be kept of the course, with what its current run knows.
func (c *course) kept(now *reducer) *keptCourse {
	if c == nil {
		return nil
	}
	k := &keptCourse{By: c.by(), Stage: c.stage, Why: c.why}
	for n, result := range c.shown {
		if result.Path == nil {
			continue
		}
		shown := keptResult{Property: n, Verdict: result.Verdict, Count: result.Count}
		for _, path := range slices.Concat([]*Path{result.Path}, result.Others) {
			shown.Paths = append(shown.Paths, placesOf(c.system, path))
		}
		k.Shown = append(k.Shown, shown)
	}
	if now != nil {
		for way, e := range now.efforts {
			k.Efforts[way] = keptEffort{e.idle, e.left, e.tried}
		}
	}
	if lasting, ok := c.confluence.(Lasting); ok {
		k.Assumed = lasting.Assumed()
	}
	return k
}

// takeUp goes on from where the checkpoint has left the course, if there is one.
func (c *course) takeUp() error {
	k := c.keeper
	if k == nil {
		return nil
	}
	k.course = c
	lasting, lasts := c.confluence.(Lasting)
	if c.confluence != nil && !lasts {
		return k.refuse(errors.New("what a reduction by confluent steps assumes of this system cannot be kept: " +
			"reduce by sets, or leave out the checkpoint"))
	}
	if k.from == nil || k.from.Course == nil { // if there is anything, it does not fit
		return nil
	}
	from := k.from.Course
	if from.By != c.by() {
		return k.refuse(fmt.Errorf("it is of a graph reduced by %s, and this one is reduced by %s: name another folder", from.By, c.by()))
	}
	if from.Stage < 0 || from.Stage >= stages {
		return k.refuse(errContradiction)
	}
	c.stage, c.why = from.Stage, from.Why
	for _, shown := range from.Shown {
		if err := c.showAgain(shown); err != nil {
			return k.refuse(err)
		}
	}
	if lasts {
		if err := lasting.Assume(from.Assumed); err != nil {
			return k.refuse(err)
		}
	}
	return nil
}

// showAgain makes the paths of a result again.
func (c *course) showAgain(shown keptResult) error {
	if shown.Property < 0 || shown.Property >= len(c.properties) || len(shown.Paths) == 0 {
		return errContradiction
	}
	result := Result{Property: c.properties[shown.Property], Verdict: shown.Verdict, Count: shown.Count}
	for _, kept := range shown.Paths {
		path := kept.in(c.system)
		if path == nil {
			return errors.New("it shows a run that this system does not have")
		}
		result.Others = append(result.Others, path)
	}
	result.Path, result.Others = result.Others[0], result.Others[1:]
	if len(result.Others) == 0 {
		result.Others = nil
	}
	c.shown[shown.Property] = result
	return nil
}

// placesOf is a finite path as it is kept.
func placesOf(system System, path *Path) keptPath {
	kept, place := keptPath{Initial: -1, Places: []int{}}, 0
	system.Init(func(s State) {
		if kept.Initial < 0 && slices.Equal(s, path.Initial) {
			kept.Initial = place
		}
		place++
	})
	from := path.Initial
	for _, step := range path.Stem {
		kept.Places, from = append(kept.Places, placeOf(system, from, step)), step.To
	}
	return kept
}

// in is the path in a system, nil if that has no such path.
func (k keptPath) in(system System) (path *Path) {
	place := 0
	system.Init(func(s State) {
		if place == k.Initial {
			path = &Path{Initial: slices.Clone(s)}
		}
		place++
	})
	for _, wanted := range k.Places {
		if path == nil {
			return nil
		}
		place = 0
		to := Transition{}
		system.Steps(path.last(), func(step Step, next State) {
			if next == nil {
				return
			}
			if place == wanted {
				to = Transition{step, slices.Clone(next)}
			}
			place++
		})
		if to.To == nil {
			return nil
		}
		path.Stem = append(path.Stem, to)
	}
	return path
}

// efforts are those of the level that was being expanded.
func (k *keptCourse) efforts() (efforts [2]effort) {
	for way, e := range k.Efforts {
		efforts[way] = effort{e.Idle, e.Left, e.Tried}
	}
	return efforts
}
