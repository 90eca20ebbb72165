package serve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"

	"interrex/checker"
	"interrex/explore/internal/serve/jobs"
	"interrex/internal/runs"
	"interrex/internal/study"
)

// then is the page of a walk that goes on from this one: by the number of a step, at random, calmly, undo, or as another kind of run.
func (k *walker) then(ctx context.Context, way string) (string, error) {
	if kind := runs.Kind(way); slices.Contains(runs.Kinds(), kind) && kind != runs.Random {
		return k.found(ctx, kind)
	}
	switch way {
	case "undo":
		if undone := k.undone(); undone != "" {
			return undone, nil
		}
		return "", errors.New("there is no step to undo")
	case "random", "calm":
		next, err := k.onward(ctx, way)
		if err != nil {
			return "", err
		}
		return k.branch(next), nil
	}
	number, err := strconv.Atoi(way)
	if err != nil {
		return "", fmt.Errorf("%s=%s: allowed are the number of a step, random, calm, undo, and the kinds of runs %v", thenParameter, way, runs.Kinds())
	}
	next, err := k.walk.Take(number)
	if err != nil {
		return "", err
	}
	return k.branch(next), nil
}

// ways are the ways to go on by several steps from here, in words.
func (k *walker) ways() map[string]string {
	ways := map[string]string{}
	for _, step := range k.walk.Steps() {
		ways["random"] = "go on at random"
		if step.Owed && !runs.Over(k.walk.World().View(k.walk.State())) {
			ways["calm"] = "calm end"
		}
	}
	return ways
}

// mostAhead is the number of states among which the way to a calm end is searched; a visitor waits for it.
const mostAhead = 100_000

// onward is the walk up to its position, and from there on at random, or without faults and starts.
func (k *walker) onward(ctx context.Context, way string) (*study.Walk, error) {
	w, at, most := k.walk.World(), k.walk.State(), min(runs.MostSteps, study.MostSteps-k.walk.At())
	var p *checker.Path
	if way == "random" {
		p, _ = runs.Draw(ctx, w, at, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), most)
	} else {
		o, err := checker.Options{MaxStates: mostAhead, Workers: k.asked.Options.Workers, MaxMemory: k.asked.Options.MaxMemory}, error(nil)
		if p, err = runs.Calm(ctx, w, at, o, most); err != nil {
			return nil, err
		}
	}
	switch {
	case len(p.Stem)+len(p.Cycle) > 0:
	case most <= 0:
		return nil, fmt.Errorf("a walk has at most %d steps", study.MostSteps)
	case way == "random":
		return nil, errors.New("no step is possible here")
	default:
		return nil, errors.New("there is nothing left to do: the election is over, or only starts and faults are possible")
	}
	return k.walk.Follow(p), nil
}

// found is the page of a run of a kind. The search is a job like a check.
func (k *walker) found(ctx context.Context, kind runs.Kind) (string, error) {
	name := "find " + string(kind) + " " + key(k.asked)
	_, err := k.site.checks.Ask(name, func(ctx context.Context, _ func(string)) (*result, error) {
		ctx, cancel := context.WithTimeout(ctx, k.site.Bounds.MaxTime)
		defer cancel()
		found, err := runs.Find(ctx, k.asked.World, runs.Wish{Kind: kind, Options: checker.Options{Workers: k.asked.Options.Workers, MaxMemory: k.asked.Options.MaxMemory}})
		if err == nil && found.Path == nil {
			err = errors.New(found.Note)
		}
		if err != nil {
			return nil, err
		}
		return &result{Text: study.Along(found.World, found.Path).String()}, nil
	})
	if err != nil {
		return "", err
	}
	job, _ := k.site.checks.Wait(ctx, name)
	switch {
	case job.State != jobs.Done || job.Stopped:
		return "", errors.New("the search was stopped")
	case job.Err != nil:
		return "", errors.New(k.site.failure(job.Err))
	}
	return (&walker{flags: k.flags}).to(job.Result.Text), nil
}
