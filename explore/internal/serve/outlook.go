package serve

import (
	"context"
	"fmt"

	"interrex/explore/internal/serve/jobs"
	"interrex/internal/prose"
	"interrex/internal/study"
)

// An outlookView is the state of the question whether the election can still succeed.
type outlookView struct {
	Job     jobs.View[*result]
	Address string // for the next poll
	Failure string
	Answer  *outlookAnswer

	Run, Dodge string // addresses
}

// An outlookAnswer is the answer to that question, with runs that show it.
type outlookAnswer struct {
	Words      string
	Detail     string
	Run, Dodge string // walks in the notation of package study
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
func (k *walker) prospect() jobs.Work[*result] {
	return func(ctx context.Context, say func(string)) (*result, error) {
		o := k.asked.Options
		o.StopFirst, o.Counterexamples = false, 0
		say("exploring from here")
		found, err := k.walk.Outlook(ctx, o)
		if err != nil {
			return nil, err
		}
		answer := &outlookAnswer{Words: wordsOf(found), Detail: fmt.Sprintf("%s states are reachable from here", prose.Grouped(found.States))}
		if found.Bound != "" {
			answer.Detail = fmt.Sprintf("%s states were explored, until a bound was hit: %s", prose.Grouped(found.States), found.Bound)
		}
		if found.Answer == study.Elected {
			answer.Detail = ""
		}
		if found.Run != nil && found.Answer != study.Elected {
			answer.Run = found.Run.String()
		}
		if found.Dodge != nil {
			answer.Dodge = found.Dodge.String()
		}
		return &result{Outlook: answer}, nil
	}
}

// outlook is whether the election can still succeed from here, or how far the search is.
func (k *walker) outlook(ctx context.Context) (*outlookView, error) {
	job, err := k.site.ask(ctx, "outlook "+key(k.asked)+" "+k.walk.String(), k.prospect())
	if err != nil {
		return nil, err
	}
	v := &outlookView{Job: job, Address: k.address(k.walk) + "&" + askParameter + "=elect"}
	if job.State == jobs.Done && job.Err == nil && job.Result != nil {
		v.Answer = job.Result.Outlook
		away := *k
		if k.walk.Length() > k.walk.At() && k.from == "" {
			away.from = k.walk.String()
		}
		if v.Answer.Run != "" {
			v.Run = away.to(v.Answer.Run)
		}
		if v.Answer.Dodge != "" {
			v.Dodge = away.to(v.Answer.Dodge)
		}
	} else if job.Err != nil && !job.Stopped {
		v.Failure = k.site.failure(job.Err)
	}
	return v, nil
}
