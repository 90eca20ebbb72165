package request

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/anonymous"
	"interrex/model/knowledge"
	"interrex/model/museum"
	"interrex/model/world"
	"interrex/spec"
	"interrex/spec/claims"
)

// A Request is what a command line asks for.
type Request struct {
	Command    string // "check", "rings", "alike", "measure", "mutants", "anonymous", "crosscheck", ..., "list" or "help"
	World      world.Config
	Properties []spec.Property
	Options    checker.Options
	Format     string
	Output     string // a file, or "-"
	Quiet      bool
	Vacuous    bool     // a warning of vacuity is an error
	Given      []string // the flags as given, for the command that reproduces

	Mutants []museum.Mutant // of the command mutants: those asked for
	Alone   bool            // it is one, asked for by name; so of claims and stories

	Worlds []world.Config // of the command crosscheck

	Classes, Controls []anonymous.Class // of the command anonymous
	Measure           Measure           // of the command measure
	Claims            []claims.Claim    // of the command claims
	Stories           []Story           // of the command story

	Knows knowledge.Part // of the command knowledge
	To    model.ID       // of the command alike: to whom two runs are to be alike
}

// Parse reads a command line without the name of the program.
func Parse(args []string) (*Request, error) {
	r := &Request{Command: "check"}
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		r.Command, args = args[0], args[1:]
	}
	switch r.Command {
	case "help":
		return r, nil
	case "check", "rings", "alike", "measure", "mutants", "anonymous", "crosscheck", "claims", "story", "knowledge", "list":
	default:
		return nil, fmt.Errorf("unknown command %q: the commands are check, rings, alike, measure, mutants, anonymous, crosscheck, claims, story, knowledge, list and help", r.Command)
	}
	v := &values{}
	set := v.flagSet()
	err := set.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		r.Command = "help"
		return r, nil
	case err != nil:
		return nil, explain(err, set)
	case set.NArg() > 0:
		return nil, fmt.Errorf("unexpected argument %q: a flag is written -name=value", set.Arg(0))
	}
	given := map[string]bool{}
	set.Visit(func(f *flag.Flag) {
		given[f.Name] = true
		r.Given = append(r.Given, "-"+f.Name+"="+strings.Join(strings.Fields(f.Value.String()), "")) // 1, 2 is one word too
	})
	switch r.Command {
	case "list":
		return r, r.list(v, given)
	case "crosscheck":
		return r, r.crosscheck(v, given)
	case "mutants":
		return r, r.mutants(v, given)
	case "anonymous":
		return r, r.anonymous(v, given)
	case "measure":
		return r, r.measure(v, given)
	case "claims":
		return r, r.claims(v, given)
	case "story":
		return r, r.stories(v, given)
	case "knowledge":
		return r, r.knowledge(v, given)
	case "alike":
		return r, r.alike(v, given)
	}
	if err := r.check(v, given); err != nil || r.Command == "check" {
		return r, err
	}
	return r, r.rings()
}

// MostRings is the greatest number of processes of which all arrangements are explored.
const MostRings = 8

// rings checks what the command rings asks beyond what check does.
func (r *Request) rings() error {
	a := r.World.Algorithm
	switch {
	case a.Anonymous:
		return fmt.Errorf("rings has no meaning for %s, whose processes are all alike: use check", a.Name)
	case !a.Topology.IsRing():
		return fmt.Errorf("rings has no meaning for %s, which is not a ring: use check", a.Name)
	case len(r.World.IDs) > MostRings:
		return fmt.Errorf("rings with %d processes: allowed are 1 to %d, for there are (N-1)! arrangements", len(r.World.IDs), MostRings)
	case r.Format != "text" && r.Format != "json":
		return fmt.Errorf("-format=%s: allowed for rings are text, json", r.Format)
	}
	return nil
}

// explain puts an error of package flag into words that say what is allowed.
func explain(err error, set *flag.FlagSet) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return fmt.Errorf("unknown flag -%s: the flags are %s", name, strings.Join(names(set), " "))
	}
	if flag, ok := strings.CutPrefix(text, "flag needs an argument: "); ok {
		return fmt.Errorf("%s has no value: a flag is written -name=value", flag)
	}
	if word, ok := strings.CutPrefix(text, "bad flag syntax: "); ok {
		return fmt.Errorf("%q is no flag: a flag is written -name=value", word)
	}
	if flag, ok := strings.CutPrefix(text, "invalid boolean flag "); ok {
		return fmt.Errorf("-%s", flag)
	}
	if found := invalid.FindStringSubmatch(text); found != nil {
		value, _ := strconv.Unquote(found[1])
		reason := strings.ReplaceAll(found[3], "parse error", "it is true or false") // our own flags never say so
		return fmt.Errorf("-%s=%s: %s", found[2], value, reason)
	}
	return err
}

// invalid is how package flag tells of a value that a flag refuses.
var invalid = regexp.MustCompile(`(?s)^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-([^:]*): (.*)$`)

func names(set *flag.FlagSet) []string {
	var all []string
	set.VisitAll(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
	return all
}

// values holds the flags as written; an empty string is a flag that was not given.
type values struct {
	algo, on                        string
	ids, initiators, property       string
	mutant, states, messages, ring  string
	id, story, knows                string
	crashPoints, initial, timeouts  string
	detector, channels, repair      string
	reading, watchers               string
	crashes, restarts, starts       budget
	mistakes, losses, duplicates    budget
	elections, capacity, gst        budget
	counters                        count
	tm, tp, t, t2, eta, late        ticks
	ties, timely                    string
	criterion, loads, logs, cut     string
	preVote, checkQuorum            bool
	n, workers, maxStates, maxDepth count
	to                              count
	maxMemory                       bytes
	maxTime                         duration
	stop, reduce, failOn            string
	sweep, orders                   string
	seed                            seed
	runs, maxSteps                  count
	noDelays                        bool
	format, output                  string
	quiet                           bool
}

func (v *values) flagSet() *flag.FlagSet {
	set := flag.NewFlagSet("explore", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for name, value := range map[string]*string{
		"algo": &v.algo, "on": &v.on, "ids": &v.ids, "initiators": &v.initiators, "property": &v.property,
		"crash-points": &v.crashPoints, "initial": &v.initial, "timeouts": &v.timeouts, "detector": &v.detector,
		"channels": &v.channels, "repair": &v.repair, "reading": &v.reading, "watchers": &v.watchers,
		"criterion": &v.criterion, "loads": &v.loads, "logs": &v.logs, "cut": &v.cut,
		"ties": &v.ties, "timely": &v.timely, "states": &v.states, "messages": &v.messages, "ring": &v.ring,
		"id": &v.id, "story": &v.story, "knows": &v.knows, "sweep": &v.sweep, "orders": &v.orders,
		"mutant": &v.mutant, "stop": &v.stop, "reduce": &v.reduce, "fail-on": &v.failOn, "format": &v.format, "o": &v.output,
	} {
		set.StringVar(value, name, "", "")
	}
	for name, value := range map[string]*budget{
		"crashes": &v.crashes, "restarts": &v.restarts, "starts": &v.starts, "mistakes": &v.mistakes,
		"losses": &v.losses, "duplicates": &v.duplicates, "elections": &v.elections, "capacity": &v.capacity,
		"gst": &v.gst,
	} {
		set.Var(value, name, "")
	}
	v.t.least, v.t2.least, v.eta.least = 1, 1, 1
	for name, value := range map[string]*ticks{
		"tm": &v.tm, "tp": &v.tp, "t": &v.t, "t2": &v.t2, "eta": &v.eta, "late": &v.late,
	} {
		set.Var(value, name, "")
	}
	v.counters.most = world.MostCounters
	v.n.most, v.workers.most = world.MaxProcesses, mostWorkers
	for name, value := range map[string]flag.Value{
		"n": &v.n, "counters": &v.counters, "to": &v.to,
		"workers": &v.workers, "max-states": &v.maxStates, "max-depth": &v.maxDepth,
		"max-memory": &v.maxMemory, "max-time": &v.maxTime,
		"seed": &v.seed, "runs": &v.runs, "max-steps": &v.maxSteps,
	} {
		set.Var(value, name, "")
	}
	set.BoolVar(&v.quiet, "quiet", false, "")
	set.BoolVar(&v.noDelays, "no-delays", false, "")
	set.BoolVar(&v.preVote, "pre-vote", false, "")
	set.BoolVar(&v.checkQuorum, "check-quorum", false, "")
	set.VisitAll(func(f *flag.Flag) { f.Value = &once{Value: f.Value} })
	return set
}

// oneOf checks that the value of a flag is among those allowed; the first one is the default.
func oneOf[T ~string](given map[string]bool, flag, value string, allowed ...T) (T, error) {
	switch {
	case !given[flag]:
		return allowed[0], nil
	case slices.Contains(allowed, T(value)):
		return T(value), nil
	case len(allowed) == 1:
		return "", fmt.Errorf("-%s=%s: the only value is %q", flag, value, allowed[0])
	}
	return "", fmt.Errorf("-%s=%s: allowed are %s", flag, value, join(allowed))
}

func join[T ~string](words []T) string {
	var all []string
	for _, w := range words {
		all = append(all, string(w))
	}
	return strings.Join(all, ", ")
}

// list reads the flags of the command list.
func (r *Request) list(v *values, given map[string]bool) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if name != "format" && name != "o" && name != "quiet" {
			return fmt.Errorf("-%s has no meaning for list: its flags are -format (text, json) and -o", name)
		}
	}
	var err error
	r.Output = v.output
	if r.Format, err = oneOf(given, "format", v.format, "text", "json"); err != nil {
		return err
	}
	return v.somewhere(given)
}

// algorithms lists the names of all algorithms.
func algorithms() string {
	var all []string
	for _, a := range model.Catalogue() {
		all = append(all, a.Name)
	}
	return strings.Join(append(all, model.ConsensusName), ", ")
}

// check reads the flags of the command check.
func (r *Request) check(v *values, given map[string]bool) error {
	if v.algo == "" {
		return fmt.Errorf("-algo is missing: the algorithms are %s", algorithms())
	}
	a, err := v.algorithm(given)
	if err != nil {
		return err
	}
	for _, own := range []struct{ flag, command string }{{"id", "claims"}, {"story", "story"}, {"knows", "knowledge"}} {
		if given[own.flag] {
			return fmt.Errorf("-%s has no meaning for %s: use %s", own.flag, r.Command, own.command)
		}
	}
	for _, name := range ofClasses() {
		if given[name] {
			return fmt.Errorf("-%s has no meaning for %s: use anonymous", name, r.Command)
		}
	}
	if given["mutant"] && r.Command != "alike" {
		return fmt.Errorf("-mutant has no meaning for %s: use mutants", r.Command)
	}
	if given["to"] && r.Command != "alike" {
		return fmt.Errorf("-to has no meaning for %s: use alike", r.Command)
	}
	if err := meaningless(a, given); err != nil {
		return err
	}
	if err := r.forMeasure(given); err != nil {
		return err
	}
	ids, err := v.processes(given)
	if err != nil {
		return err
	}
	r.World = world.Default(a, ids)
	for _, read := range []func(*values, map[string]bool) error{r.words, r.merits, r.clock, r.terms, r.budgets, r.ask, r.bounds} {
		if err := read(v, given); err != nil {
			return err
		}
	}
	return r.World.Validate()
}

// algorithm finds the election, and puts a consensus on it if that is asked for.
func (v *values) algorithm(given map[string]bool) (model.Algorithm, error) {
	name := v.algo
	if name == model.ConsensusName {
		if name = "bully"; given["on"] {
			name = v.on
		}
	} else if given["on"] {
		return model.Algorithm{}, fmt.Errorf("-on has no meaning for %s: it is the election that -algo=%s rests on", v.algo, model.ConsensusName)
	}
	a, ok := model.Find(name)
	switch {
	case !ok && name != v.algo:
		return a, fmt.Errorf("-on=%s: there is no such algorithm; the algorithms are %s", name, algorithms())
	case !ok:
		return a, fmt.Errorf("-algo=%s: there is no such algorithm; the algorithms are %s", name, algorithms())
	case name != v.algo:
		a = model.Consensus(a)
	}
	return a, nil
}

// meaningless refuses a flag for something that the algorithm does not have.
func meaningless(a model.Algorithm, given map[string]bool) error {
	ring := a.Topology.IsRing()
	if a.Anonymous && given["ids"] {
		return fmt.Errorf("-ids has no meaning for %s, whose processes have none: use -n", a.Name)
	}
	deaf := "does not listen to a failure detector"
	if a.Timed {
		deaf += ": its timers detect"
	}
	own := []struct {
		flag string
		has  bool
		what string
	}{
		{"timeouts", a.Timed, "has no timers"},
		{"detector", a.Detected, deaf},
		{"mistakes", a.Detected, "does not listen to a failure detector"},
		{"repair", ring, "is not a ring"},
		{"reading", a.Readings, "has one reading only: what is printed can be run"},
		{"watchers", a.Watched, "has no watchers"},
		{"pre-vote", a.Terms, "has no votes"},
		{"check-quorum", a.Terms, "has no quorum"},
		{"cut", a.Terms, "does not reckon with links that are cut"},
		{"counters", a.Counting, "has no counters that grow for ever"},
	}
	var has []string
	for _, f := range own {
		if f.has {
			has = append(has, "-"+f.flag)
		}
	}
	for _, f := range own {
		if given[f.flag] && !f.has {
			return fmt.Errorf("-%s has no meaning for %s, which %s; the flags of its own are %s", f.flag, a.Name, f.what, strings.Join(has, " "))
		}
	}
	return nil
}
