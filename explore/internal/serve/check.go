package serve

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/gallery"
	"interrex/explore/internal/serve/jobs"
	"interrex/explore/internal/study"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/model/world"
)

// A result is what is kept of a check or of another command: words and pictures, and nothing of the
// explored graph.
type result struct {
	Title, World, Command string
	Size, Took, Verdict   string
	Exit                  int
	Chance                bool // another time it may get further: a bound was hit that is none of its world
	Rows                  []rowView
	Actions               []checker.Activity
	Warnings              []string
	Runs                  []runView
	Text                  string         // of another command: its report
	Outlook               *outlookAnswer // of a question about a state
}

// A rowView is the verdict on one property.
type rowView struct {
	Name, Kind, Statement, Verdict, Premise string
	Promised, Vacuous                       bool
	Run                                     int // the number of its counterexample on the page; 0: none
}

// A runView is a counterexample.
type runView struct {
	Number                     int
	Property, Violation, Shape string
	Promised                   bool
	Another                    int // of its property, from 2; 0: the first
	Words                      []string
	Picture                    template.HTML
	Walk                       string // the address at which one goes through it
}

// A checkView is the page of a world.
type checkView struct {
	Form    formView
	Query   template.URL
	Piece   *gallery.Piece // of which the world is
	Job     *jobs.View[*result]
	Failure string
}

// formParameter asks for the form alone.
const formParameter = "form"

// check is the page of a world: the form, and what came of it. To open the page is to ask for it.
func (s *Site) check(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if len(query[name]) > 1 {
			s.refuse(w, http.StatusBadRequest, "-"+name+" is given twice; give each flag once")
			return
		}
	}
	if clean := without(query); len(clean) != len(query) { // a form sends what was not filled in, too
		http.Redirect(w, r, "/check?"+encode(clean), http.StatusSeeOther)
		return
	}
	page := checkView{Form: s.form(query), Query: template.URL(encode(query)), Piece: s.piece(query)}
	if query.Has(formParameter) || !query.Has("n") && !query.Has("ids") {
		page.Form.Open = true
		s.show(w, http.StatusOK, "check", "A world", page)
		return
	}
	asked, err := s.parse(query)
	if err != nil {
		page.Form.Open, page.Form.Error = true, flags.OneLine(command.Meant(err))
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

// wholeJob widens the answer to a page that polls: it asks for the line of progress alone, so that what
// stands beside it keeps its focus and its clicks, and of a job that is done it gets all.
func wholeJob(w http.ResponseWriter, state jobs.State) {
	if state == jobs.Done {
		w.Header().Set("HX-Retarget", "#job")
		w.Header().Set("HX-Reselect", "#job")
	}
}

// moment is how long a page waits for a check that may be over soon.
const moment = 250 * time.Millisecond

// ask takes a job on, and gives it a moment. The error is jobs.ErrFull.
func (s *Site) ask(ctx context.Context, key string, work jobs.Work[*result]) (jobs.View[*result], error) {
	job, err := s.checks.Ask(key, func(ctx context.Context, say func(string)) (*result, error) {
		debug.FreeOSMemory() // what the last one has left behind counts as memory in use
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

// key is the same for all who ask the same.
func key(q *check.Question) string { return "check " + strings.Join(q.Given, " ") }

// stop ends a check early.
func (s *Site) stop(w http.ResponseWriter, r *http.Request) {
	s.onJob(w, r, s.checks.Stop)
}

// again forgets a check that is done, and asks for it anew.
func (s *Site) again(w http.ResponseWriter, r *http.Request) {
	s.onJob(w, r, s.checks.Forget)
}

func (s *Site) onJob(w http.ResponseWriter, r *http.Request, do func(key string)) {
	asked, err := s.parse(r.URL.Query())
	if err != nil {
		s.refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	do(key(asked))
	http.Redirect(w, r, "/check?"+encode(r.URL.Query()), http.StatusSeeOther)
}

// failure says why there is no result. A bug is told in full where the server was started, once.
func (s *Site) failure(err error) string {
	bug := new(jobs.Bug)
	if errors.As(err, &bug) {
		bug.Told.Do(func() { s.Complain(fmt.Sprintf("%v\n%s", bug, bug.Stack)) })
	}
	return flags.OneLine(err.Error())
}

// progressPause is how long a running check says the same.
const progressPause = 300 * time.Millisecond

// lines says each line that is written to it.
type lines func(string)

func (say lines) Write(line []byte) (int, error) {
	say(strings.TrimSpace(string(line)))
	return len(line), nil
}

// exploration is the work of a check: that of the command line.
func (s *Site) exploration(asked *check.Question, query url.Values) jobs.Work[*result] {
	return func(ctx context.Context, say func(string)) (*result, error) {
		o := asked.Options
		o.Progress = command.Every(progressPause, lines(say)).Report
		w, counts, err := world.Explore(ctx, asked.World, func(w *world.World) []checker.Property { return w.Ask(asked.Properties) }, o)
		if err != nil {
			return nil, err
		}
		return newResult(check.New(*asked, w, counts), query)
	}
}

func newResult(f *check.Findings, query url.Values) (*result, error) {
	r := &result{
		Title: check.Title(f.Question), World: f.Question.WorldLine(), Command: f.Question.Reproduce(),
		Size: f.Size(), Took: f.Took(), Verdict: strings.TrimPrefix(f.Verdict(), "verdict: "), Exit: f.Exit,
		Chance:  slices.Contains([]string{"memory", "time", "interrupted"}, f.Counts.Bound),
		Actions: f.Counts.Actions, Warnings: f.Said(),
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
			Promised: d.Promised, Vacuous: d.Vacuous, Run: first[d.Name],
		})
	}
	return r, nil
}
