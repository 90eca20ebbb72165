package serve

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strconv"

	"interrex/checker"
	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/prose"
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
	return walkPage(k.flags, job.Result.Walk, ""), nil
}

// An outlook answers whether the election can still succeed.
type outlook struct {
	Words  string `json:"words,omitempty"` // the answer; "": it is not known yet
	Detail string `json:"detail"`
	Run    string `json:"run,omitempty"`   // the page of a run that elects
	Dodge  string `json:"dodge,omitempty"` // the page of a fair run that never does
}

// wordsOf is the answer in words. They agree with the verdict on decides.
func wordsOf(found *study.Outlook) string {
	if found.Answer == study.Begun && found.Alive {
		return "Yes, unless it dies out: the election that is under way elects, or dies out with its processes. No other election has to begin."
	}
	return outlookWords[found.Answer]
}

var outlookWords = map[study.Answer]string{
	study.Elected: "It has elected: all live processes have elected one and the same of them.",
	study.Always:  "Yes, always: every fair run from here comes to an election.",
	study.Begun:   "Yes, once an election begins: each one elects, or dies out with its processes. No election has to begin.",
	study.Can:     "Yes, but it may not: some run from here elects, and some fair run never does.",
	study.Maybe:   "Yes, some run from here elects. Whether all do is open.",
	study.Never:   "No. No run from here ever elects.",
	study.Unknown: "Open: no election was found in the states explored.",
}

// prospect is the work that answers it.
func (k *walker) prospect(ctx context.Context, say func(string)) (*result, error) {
	debug.FreeOSMemory()
	o := k.asked.Options
	o.StopFirst = false
	say("exploring from here")
	found, err := k.walk.Outlook(ctx, o)
	if err != nil {
		return nil, err
	}
	told := &outlook{Words: wordsOf(found), Detail: fmt.Sprintf("%s states are reachable from here", prose.Grouped(found.States))}
	if found.Bound != "" {
		told.Detail = fmt.Sprintf("%s states were explored, until a bound was hit: %s", prose.Grouped(found.States), found.Bound)
	}
	if found.Answer == study.Elected {
		told.Detail = ""
	} else if found.Run != nil {
		told.Run = k.branch(found.Run)
	}
	if found.Dodge != nil {
		told.Dodge = k.branch(found.Dodge)
	}
	return &result{Outlook: told}, nil
}

// outlook is whether the election can still succeed from here, or how far the search is.
func (k *walker) outlook(w http.ResponseWriter, r *http.Request) {
	job, err := ask(r.Context(), k.site.checks, "outlook "+key(k.asked)+" "+k.address(k.walk), k.prospect, moment)
	if err != nil {
		k.site.refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	var now outlook
	switch {
	case job.State == jobs.Waiting:
		now.Detail = fmt.Sprintf("in the queue, place %d", job.Place)
	case job.State == jobs.Running:
		now.Detail = job.Progress
	case job.Err != nil && !job.Stopped:
		now.Words = k.site.failure(job.Err)
	case job.Result != nil && job.Result.Outlook != nil:
		now = *job.Result.Outlook
	default:
		now.Words = "Stopped before the answer."
	}
	answer(w, now)
}
