package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"net/url"
	"slices"
	"strings"
	"time"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/explore/internal/serve/jobs"
	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/predicate"
	"interrex/internal/prose"
	"interrex/internal/runs"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/spec"
	"interrex/traces/stage"
)

// showParameter names the kind of run to watch: one of runs.Kinds, or one of these.
const (
	showParameter  = "show"
	counterexample = "counterexample"
	find           = "find" // a shortest run to a state with the condition of the parameter find
)

// The bounds of what a page looks for while it is open: small, so that many pages may.
const (
	briefStates = 300_000
	briefMemory = 1 << 30
)

// briefTime is a variable for tests, which may run on a machine under load.
var briefTime = 10 * time.Second

// A found is what a short search has found, as scripts read it.
type found struct {
	State string     `json:"state"` // waiting, running, holds, violated, open (a bound was hit) or idle (it does not apply)
	Words string     `json:"words"` // the verdict, or why there is none
	Watch string     `json:"watch"` // the page that plays the run; "": none
	Run   *stage.Run `json:"run,omitempty"`
}

// brief bounds a question to what a short search may take.
func (s *Site) brief(asked *check.Question) check.Question {
	q := *asked
	q.Options = within(q.Options, checker.Options{Workers: 1, MaxStates: briefStates, MaxTime: briefTime, MaxMemory: min(briefMemory, cmp.Or(s.Bounds.MaxMemory, briefMemory))})
	return q
}

// A wish is a run that a visitor wants to watch.
type wish struct {
	site      *Site
	asked     *check.Question
	kind      string
	world     *world.World // of find
	condition *predicate.Formula
	flags     url.Values // the world
}

// wish reads it from an address.
func (s *Site) wish(query url.Values) (*wish, error) {
	wanted := &wish{site: s, kind: query.Get(showParameter), flags: without(query, showParameter, find)}
	var err error
	if wanted.asked, err = s.parse(wanted.flags); err != nil {
		return wanted, err
	}
	kinds := []string{counterexample, find}
	for _, kind := range runs.Kinds() {
		kinds = append(kinds, string(kind))
	}
	switch {
	case !slices.Contains(kinds, wanted.kind):
		return wanted, &flags.Choice{What: showParameter + "=" + wanted.kind, Reason: "there is no such kind of run", Word: wanted.kind, Those: "the kinds are", Words: kinds}
	case wanted.kind == find:
		wanted.world = world.New(wanted.asked.World)
		wanted.condition, err = predicate.Parse(query.Get(find), wanted.world)
	}
	return wanted, err
}

// key is the same for equal wishes.
func (k *wish) key() string {
	if k.condition != nil {
		return k.kind + " " + key(k.asked) + " " + k.condition.String()
	}
	return k.kind + " " + key(k.asked)
}

// work finds the run. It is without what small pictures do not show.
func (k *wish) work(ctx context.Context, say func(string)) (*found, error) {
	ctx, cancel := context.WithTimeout(ctx, briefTime)
	defer cancel()
	q := k.site.brief(k.asked)
	q.Options.Progress = command.Every(progressPause, lines(say)).Within(q.Options).Report
	switch k.kind {
	case counterexample:
		return k.site.verdict(k.asked, k.flags)(ctx, nil)
	case find:
		return k.search(ctx, q)
	}
	it, err := runs.Find(ctx, q.World, runs.Wish{Kind: runs.Kind(k.kind), Options: q.Options})
	if err != nil || it.Path == nil {
		return &found{State: "open", Words: it.Note}, err
	}
	return k.found(it.World, it.Path, it.Note), nil
}

// search finds a shortest run to a state with the condition.
func (k *wish) search(ctx context.Context, q check.Question) (*found, error) {
	it, err := runs.Search{World: k.world, Options: q.Options}.To(ctx, k.condition.Holds)
	states := prose.Plural(it.States, "state")
	switch {
	case err != nil:
		return nil, err
	case it.Path != nil:
		return k.found(k.world, it.Path, fmt.Sprintf("The shortest run to such a state has %s. %s searched.", prose.Plural(len(it.Path.Stem), "step"), states)), nil
	case it.Bound != "":
		return &found{State: "open", Words: fmt.Sprintf("Open: no such state among %s, until a bound was hit: %s.", states, q.BoundNamed(it.Bound))}, nil
	}
	words := append([]string{"There is none: " + states + " searched, which are all."}, k.condition.Unseen()...)
	return &found{State: "violated", Words: strings.Join(words, " ")}, nil
}

func (k *wish) found(w *world.World, p *checker.Path, note string) *found {
	run := check.Staged(*k.asked, w, p)
	run.Note = note
	return &found{"holds", note, walkPage(k.flags, study.Along(w, p).String(), ""), small(run)}
}

// verdict is the work of a short check. It ends at the first violation.
func (s *Site) verdict(asked *check.Question, flags url.Values) jobs.Work[*found] {
	return func(ctx context.Context, _ func(string)) (*found, error) {
		q := s.brief(asked)
		q.Options.StopFirst = true
		f, err := check.Ask(ctx, q)
		switch {
		case err != nil:
			return nil, err
		case f.Mishap != nil:
			return &found{State: "violated", Words: f.Mishap.Text}, nil
		case f.Exit == check.ExitHolds:
			return &found{State: "holds", Words: assured(q) + " in all " + prose.Plural(f.Counts.States, "state")}, nil
		}
		for _, d := range f.Decided {
			if d.Path != nil && !d.Unasked && d.Verdict == checker.Violated {
				return &found{"violated", d.Name, walkPage(flags, study.Along(f.World, d.Path).String(), d.Name), small(f.Document(d))}, nil
			}
		}
		return &found{State: "open", Words: fmt.Sprintf("open after %s: %s was hit", prose.Plural(f.Counts.States, "state"), q.BoundNamed(f.Counts.Bound))}, nil
	}
}

// assurances are what properties say, in few words, the one that matters most first.
var assurances = [][2]string{
	{"same-decision", "never two decisions"}, {"all-decide", "all decide"}, {"one-leader", "never two leaders"},
	{"leader-per-term", "never two leaders in a term"}, {"decides", "each election elects one or dies out"}, {"eventual-leadership", "in the end all trust one live process"},
	{"validity", "only members are elected"},
}

// assured says in few words what holds if everything that is asked does: two properties at most.
func assured(q check.Question) string {
	var words []string
	for _, a := range assurances {
		if slices.ContainsFunc(q.Properties, func(p spec.Property) bool { return p.Name == a[0] }) && q.IsAsked(a[0]) && len(words) < 2 && (words == nil || a[0] != spec.Validity.Name) {
			words = append(words, a[1])
		}
	}
	if words == nil {
		return "all that is asked holds"
	}
	return strings.Join(words, ", and ") + ":"
}

// small is a run without its choices.
func small(run *stage.Run) *stage.Run {
	run.Choices, run.Refusals, run.Rules = nil, nil, nil
	for i := range run.States {
		run.States[i].Can, run.States[i].Cannot = nil, nil
	}
	return run
}

// look is the job that looks for a run that a visitor wants to watch, after some time. It ends when its last visitor has left.
func (s *Site) look(ctx context.Context, query url.Values, most time.Duration) (*jobs.View[*found], error) {
	wanted, err := s.wish(query)
	if err != nil {
		return nil, err
	}
	job, err := ask(ctx, s.films, wanted.key(), wanted.work, most)
	switch {
	case err != nil:
		return nil, err
	case job.Err != nil:
		return nil, errors.New(s.failure(job.Err))
	}
	return &job, nil
}

// await is such a run, after the search has ended.
func (s *Site) await(ctx context.Context, query url.Values) (*found, error) {
	job, err := s.look(ctx, query, 2*briefTime)
	switch {
	case err != nil:
		return nil, err
	case job.Result == nil:
		return &found{State: "open", Words: "The server is busy; try again in a minute."}, nil
	}
	return job.Result, nil
}

// watch leads to the page that plays a run of a kind.
func (s *Site) watch(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	it, err := s.await(r.Context(), query)
	switch {
	case err != nil:
		s.refuse(w, http.StatusBadRequest, err.Error(), toForm(without(query, showParameter)))
	case it.Watch == "" && query.Get(showParameter) == find: // that page says why
		http.Redirect(w, r, "/find?"+encode(without(query, showParameter)), http.StatusSeeOther)
	case it.Watch == "":
		s.refuse(w, http.StatusNotFound, it.Words, toForm(without(query, showParameter)))
	default:
		http.Redirect(w, r, it.Watch, http.StatusSeeOther)
	}
}

// film is such a run for a script.
func (s *Site) film(w http.ResponseWriter, r *http.Request) {
	answer(w, s.filmOf(r.Context(), r.URL.Query()))
}

func (s *Site) filmOf(ctx context.Context, query url.Values) *found {
	it, err := s.await(ctx, query)
	if err != nil {
		return &found{State: "idle", Words: flags.OneLine(err.Error())}
	}
	return it
}

// homeFilms are the runs of the first page for its script, in its order.
func (s *Site) homeFilms(w http.ResponseWriter, r *http.Request) {
	all := []*found{}
	for _, f := range s.onHome() {
		all = append(all, s.filmOf(r.Context(), f.query()))
	}
	answer(w, all)
}
