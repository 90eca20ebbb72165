package serve

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	http "interrex/explore/internal/serve/web"
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
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/study"
)

// A result is what the site keeps of a check or another command: words and pictures, but not the explored graph.
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
	Runs                  []runView
	Text                  string         // the report, of another command than check
	Outlook               *outlookAnswer // the answer to a question about a state
}

// A rowView is the verdict on one property.
type rowView struct {
	Name, Kind, Statement, Verdict, Premise string
	Promise                                 string // "promised", "not promised here", "not asked"
	Unasked, Vacuous                        bool
	Run                                     int // the number of its counterexample on the page, or 0
}

// A runView is a counterexample.
type runView struct {
	Number                     int
	Property, Violation, Shape string
	Promised                   bool
	Another                    int // its number among those to its property, from 2; 0: the first
	Words                      []string
	Picture                    template.HTML
	Walk                       string // the address of its walk
}

// A checkView is the page of a world.
type checkView struct {
	Note    string // on a link of an earlier version; "": none
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
	query, note := current(r.URL.Query())
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
	page := checkView{Note: note, Form: s.form(clean), Query: template.URL(encode(clean)), Piece: s.piece(clean)}
	asked, err := s.parse(clean, formParameter)
	isForm := query.Has(formParameter) || !isSized && !isIncomplete
	switch {
	case isForm && page.Form.Unknown == "":
		page.Form.Open = true
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
	wholeJob(w, job.State)
	if job.Err != nil && !job.Stopped {
		page.Failure = s.failure(job.Err)
	}
	s.show(w, http.StatusOK, "check", check.Title(*asked), page)
}

// wholeJob widens the answer to a page that polls. Such a page asks for the progress line alone, so that the rest
// of the page keeps its focus and its clicks. Once the job is done, it gets the whole job.
func wholeJob(w http.ResponseWriter, state jobs.State) {
	if state == jobs.Done {
		w.Header().Set("HX-Retarget", "#job")
		w.Header().Set("HX-Reselect", "#job")
	}
}

// moment is how long a page waits for a check that may end soon.
const moment = 250 * time.Millisecond

// ask starts a job and waits a moment for it. The error is jobs.ErrFull.
func (s *Site) ask(ctx context.Context, key string, work jobs.Work[*result]) (jobs.View[*result], error) {
	job, err := s.checks.Ask(key, func(ctx context.Context, say func(string)) (*result, error) {
		debug.FreeOSMemory() // memory left by the last check would count as in use
		return work(ctx, say)
	})
	if err != nil || job.State != jobs.Running {
		return job, err
	}
	ctx, cancel := context.WithTimeout(ctx, moment)
	defer cancel()
	if later, there := s.checks.Wait(ctx, key); there {
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
		o.Progress = command.Every(progressPause, lines(say)).Heed(o).AnnouncingInEachLine().Report
		q := *asked
		q.Options = o
		found, err := check.Ask(ctx, q)
		if err != nil {
			return nil, err
		}
		return newResult(found, query)
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

func newResult(f *check.Findings, query url.Values) (*result, error) {
	r := &result{
		Title: check.Title(f.Question), World: f.Question.WorldLine(), Command: f.Question.Reproduce(),
		Size: f.Size(), Took: f.Took(), Verdict: strings.TrimPrefix(f.Verdict(), "verdict: "), Exit: f.Exit,
		Chance:  slices.Contains([]string{"memory", "time", "interrupted"}, f.Counts.Bound),
		Actions: f.Counts.Actions, Unasked: f.UnaskedLine(), Warnings: f.Said(),
	}
	if f.Mishap != nil {
		r.Panic = f.Mishap.Text
	}
	first := map[string]int{}
	for i, c := range f.Counterexamples() {
		picture, err := lanes(c.Run, 0)
		if err != nil {
			return nil, err
		}
		v := runView{Number: i + 1, Property: c.Name, Promised: c.Promised, Violation: c.Violation, Shape: c.Shape, Words: c.Run.Words, Picture: picture}
		if c.Number > 1 {
			v.Another = c.Number
		} else {
			first[c.Name] = i + 1
		}
		v.Walk = walkAddress(study.Along(f.World, c.Path), query)
		r.Runs = append(r.Runs, v)
	}
	for _, d := range f.Decided {
		r.Rows = append(r.Rows, rowView{
			Name: d.Name, Kind: d.Kind(), Statement: d.Statement, Verdict: d.Verdict.String(), Premise: f.PremiseIn(d),
			Promise: d.Promise(), Unasked: d.Unasked, Vacuous: d.Vacuous, Run: first[d.Name],
		})
	}
	return r, nil
}
