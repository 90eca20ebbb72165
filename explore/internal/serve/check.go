package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/gallery"
	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/runs"
	"interrex/internal/study"
)

// A result is what the site keeps of a check or a search: words and pictures, but not the explored graph.
type result struct {
	Panic string // panic of the election, in one line; "": none

	Title, World, Command string
	Size, Took, Verdict   string
	Exit                  int
	Chance                bool // another attempt may get further: the bound that was hit is not part of the world
	Rows                  []rowView
	Actions               []checker.Activity
	Unasked               string // the verdicts on what is not asked, in a line; "": all is asked
	Warnings              []string
	Runs, Others          []runView // those that belong to the verdict, and those that are found on request
	Walk                  string    // that was searched
	Outlook               *outlook  // the answer to a question about a state
}

// A rowView is the verdict on one property.
type rowView struct {
	Name, Kind, Statement, Verdict, Premise string
	Promise                                 string // "promised", "not promised here", "not asked"
	Unasked, Vacuous                        bool
	Runs                                    []runView
}

// A runView is a counterexample.
type runView struct {
	Title, Violation, Shape string
	Words                   []string
	Address                 string // of its walk
}

// A checkView is the page of a world.
type checkView struct {
	Form    formView
	Query   template.URL
	Piece   *gallery.Piece // the piece about this world
	Job     *jobs.View[*result]
	Failure string
}

// formParameter in an address asks for the form alone.
const formParameter = "form"

// check is the page of a world: the form and the result. Opening the page starts the check.
func (s *Site) check(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if len(query[name]) > 1 {
			s.refuse(w, http.StatusBadRequest, "-"+name+" is given twice; give each flag once", toForm(query))
			return
		}
	}
	clean := without(query)
	if clean.Has("ids") && clean.Get("n") == usualSize { // which the form proposes, and sends beside the ids
		clean.Del("n")
	}
	isSized := clean.Has("n") || clean.Has("ids")
	isIncomplete := !isSized && (query.Has("n") || query.Has("ids")) && !query.Has(formParameter) // the form sends them, and they are empty
	if len(clean) != len(query) && !isIncomplete {                                                // a form also sends fields that were left empty
		http.Redirect(w, r, "/check?"+encode(clean), http.StatusSeeOther)
		return
	}
	page := checkView{Form: s.form(clean), Query: template.URL(encode(clean)), Piece: s.piece(clean)}
	asked, err := s.parse(clean, formParameter)
	isForm := query.Has(formParameter) || !isSized && !isIncomplete
	switch {
	case isForm && page.Form.Unknown == "":
		if !isSized {
			page.Form.propose()
		}
		s.show(w, http.StatusOK, "check", "A world", page)
		return
	case err != nil:
		page.Form.refuse(err)
		if !isSized && !isIncomplete {
			page.Form.propose()
		}
		s.show(w, http.StatusBadRequest, "check", "A world", page)
		return
	}
	job, err := s.ask(r.Context(), key(asked), s.exploration(asked, query))
	if err != nil {
		s.refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	page.Job = &job
	if job.Err != nil && !job.Stopped {
		page.Failure = s.failure(job.Err)
	}
	s.show(w, http.StatusOK, "check", check.Title(*asked), page)
}

// moment is how long a page waits for a check that may end soon.
const moment = 250 * time.Millisecond

// ask starts a job and waits a moment for it. The error is jobs.ErrFull.
func (s *Site) ask(ctx context.Context, key string, work jobs.Work[*result]) (jobs.View[*result], error) {
	return ask(ctx, s.checks, key, func(ctx context.Context, say func(string)) (*result, error) {
		debug.FreeOSMemory() // memory left by the last check would count as in use
		return work(ctx, say)
	})
}

func ask[R any](ctx context.Context, q *jobs.Queue[R], key string, work jobs.Work[R]) (jobs.View[R], error) {
	job, err := q.Ask(key, work)
	if err != nil || job.State != jobs.Running {
		return job, err
	}
	ctx, cancel := context.WithTimeout(ctx, moment)
	defer cancel()
	if later, there := q.Wait(ctx, key); there {
		return later, nil
	}
	return job, nil
}

// key is the same for equal questions.
func key(q *check.Question) string { return "check " + strings.Join(q.Given, " ") }

// stop ends a check early.
func (s *Site) stop(w http.ResponseWriter, r *http.Request) {
	s.onJob(w, r, s.checks.Stop)
}

// again forgets a finished check and starts it anew.
func (s *Site) again(w http.ResponseWriter, r *http.Request) {
	s.onJob(w, r, s.checks.Forget)
}

func (s *Site) onJob(w http.ResponseWriter, r *http.Request, do func(key string)) {
	asked, err := s.parse(r.URL.Query())
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err.Error(), toForm(r.URL.Query()))
		return
	}
	do(key(asked))
	http.Redirect(w, r, "/check?"+encode(r.URL.Query()), http.StatusSeeOther)
}

// leave is what a page of a check or a search tells when its visitor goes away.
func (s *Site) leave(w http.ResponseWriter, r *http.Request) {
	if asked, err := s.parse(r.URL.Query()); err == nil {
		s.checks.Leave(key(asked))
	} else if wanted, err := s.wish(with(r.URL.Query(), showParameter, find)); err == nil {
		s.films.Leave(wanted.key())
	}
	w.WriteHeader(http.StatusNoContent)
}

// failure is the reason why a check has no result. A bug is reported in full once, on the server's console.
func (s *Site) failure(err error) string {
	bug := new(jobs.Bug)
	if errors.As(err, &bug) && !bug.IsElections() {
		bug.Told.Do(func() { s.Complain(fmt.Sprintf("%v\n%s", bug, bug.Stack)) })
	}
	return flags.OneLine(err.Error())
}

// progressPause is the time between two progress messages of a check.
const progressPause = 300 * time.Millisecond

// lines calls its function with each line written to it.
type lines func(string)

func (say lines) Write(line []byte) (int, error) {
	say(strings.TrimSpace(string(line)))
	return len(line), nil
}

// exploration is the work of a check, the same as on the command line.
func (s *Site) exploration(asked *check.Question, query url.Values) jobs.Work[*result] {
	return func(ctx context.Context, say func(string)) (*result, error) {
		o := asked.Options
		o.Progress = command.Every(progressPause, lines(say)).Heed(o).Report
		q := *asked
		q.Options = o
		found, err := check.Ask(ctx, q)
		if err != nil {
			return nil, err
		}
		say("looking for a run to show")
		ctx, cancel := context.WithTimeout(ctx, s.Bounds.MaxTime)
		defer cancel()
		if err := found.Watch(ctx); err != nil {
			return nil, err
		}
		return newResult(found, without(query, walkParameters()...)), nil
	}
}

// Class is the kind of the verdict: each has its colour and its sign.
func (r *result) Class() string {
	switch r.Exit {
	case check.ExitHolds:
		return "good"
	case check.ExitInconclusive:
		return "inconclusive"
	}
	return "bad"
}

// others are the runs that can be had besides those of the verdict.
func others(f *check.Findings, query url.Values) (all []runView) {
	for _, kind := range runs.Kinds() {
		if f.Mishap != nil || f.Watched != nil && f.Watched.About == kind || kind == runs.Crash && f.Question.World.Crashes == 0 {
			continue
		}
		begin := walker{flags: query}
		all = append(all, runView{Title: kindTitles[kind], Address: begin.to("0") + "&" + thenParameter + "=" + string(kind)})
	}
	return all
}

var kindTitles = map[runs.Kind]string{
	runs.Election: "An election, as it should go", runs.Fewest: "With the fewest messages", runs.Most: "With the most messages",
	runs.Crash: "With a crash", runs.Random: "At random",
}

func newResult(f *check.Findings, query url.Values) *result {
	r := &result{
		Title: check.Title(f.Question), World: f.Question.WorldLine(), Command: f.Question.Reproduce(),
		Size: f.Size(), Took: f.Took(), Verdict: strings.TrimPrefix(f.Verdict(), "verdict: "), Exit: f.Exit,
		Chance:  slices.Contains([]string{"memory", "time", "interrupted"}, f.Counts.Bound),
		Actions: f.Counts.Actions, Unasked: f.UnaskedLine(), Warnings: f.Said(),
	}
	if f.Mishap != nil {
		r.Panic = f.Mishap.Text
	}
	found := map[string][]runView{}
	for _, c := range f.Counterexamples() {
		v := runView{c.Name + " is violated", c.Violation, f.Shape(c.Decision), f.Explain(c.Decision), walkAddress(study.Along(f.World, c.Path), query, c.Name)}
		if f.Mishap != nil {
			v.Title = "The election panics"
		}
		found[c.Name], r.Runs = append(found[c.Name], v), append(r.Runs, v)
	}
	if w := f.Watched; w != nil {
		title := cmp.Or(kindTitles[w.About], "The deepest run")
		r.Runs = append([]runView{{title, w.Note, "", nil, walkAddress(w.Walk(), query, "")}}, r.Runs...)
	}
	r.Others = others(f, query)
	for _, d := range f.Decided {
		r.Rows = append(r.Rows, rowView{
			Name: d.Name, Kind: d.Kind(), Statement: d.Statement, Verdict: d.Verdict.String(), Premise: f.PremiseIn(d),
			Promise: d.Promise(), Unasked: d.Unasked, Vacuous: d.Vacuous, Runs: found[d.Name],
		})
	}
	return r
}
