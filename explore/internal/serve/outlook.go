package serve

import (
	"context"
	"fmt"

	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/prose"
	"interrex/internal/study"
)

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
	job, err := k.site.ask(r.Context(), "outlook "+key(k.asked)+" "+k.address(k.walk), k.prospect)
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
