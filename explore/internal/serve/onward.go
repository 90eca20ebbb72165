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
		return k.undone()
	case "random", "calm":
		w, most := k.walk.World(), min(runs.MostSteps, study.MostSteps-k.walk.At())
		if most <= 0 {
			return "", fmt.Errorf("a walk has at most %d steps", study.MostSteps)
		}
		if way == "calm" {
			p := runs.Calm(ctx, w, k.walk.State(), most)
			if len(p.Stem) == 0 {
				return "", errors.New("there is nothing left to do: the election is over, or only starts and faults are possible")
			}
			return k.branch(k.walk.Follow(p)), nil
		}
		p, _ := runs.Draw(ctx, w, k.walk.State(), rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())), most)
		if len(p.Stem) == 0 {
			return "", errors.New("no step is possible here")
		}
		return k.branch(k.walk.Follow(p)), nil
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
		return &result{Walk: study.Along(found.World, found.Path).String()}, nil
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
	return (&walker{flags: k.flags}).to(job.Result.Walk), nil
}
