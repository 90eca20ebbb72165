package request

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/model/world"
)

// values holds the flags as written; an empty string is a flag that was not given.
type values struct {
	algo, on                        string
	ids, initiators, property       string
	mutant, states, messages, ring  string
	id, story, knows                string
	counterexample, at              string
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
	maxCounterexamples              count
	to                              count
	maxMemory                       bytes
	maxTime                         duration
	stop, reduce, failOn            string
	sweep, orders                   string
	seed                            seed
	runs, maxSteps                  count
	noDelays, edges, shortest       bool
	crashed, minimal, stretch       string
	paths                           []string // of command replay
	format, output                  string
	quiet                           bool
	addr                            string // of command serve
	jobs                            count
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
		"id": &v.id, "story": &v.story, "knows": &v.knows, "crashed": &v.crashed, "minimal": &v.minimal, "steps": &v.stretch, "counterexample": &v.counterexample, "at": &v.at, "sweep": &v.sweep, "orders": &v.orders,
		"mutant": &v.mutant, "stop": &v.stop, "reduce": &v.reduce, "fail-on": &v.failOn, "format": &v.format, "o": &v.output, "addr": &v.addr,
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
	v.n.most, v.workers.most, v.maxCounterexamples.most, v.jobs.most = world.MaxProcesses, mostWorkers, 100, mostWorkers
	for name, value := range map[string]flag.Value{
		"n": &v.n, "counters": &v.counters, "to": &v.to, "jobs": &v.jobs,
		"workers": &v.workers, "max-states": &v.maxStates, "max-depth": &v.maxDepth,
		"max-counterexamples": &v.maxCounterexamples,
		"max-memory":          &v.maxMemory, "max-time": &v.maxTime,
		"seed": &v.seed, "runs": &v.runs, "max-steps": &v.maxSteps,
	} {
		set.Var(value, name, "")
	}
	set.BoolVar(&v.quiet, "quiet", false, "")
	set.BoolVar(&v.noDelays, "no-delays", false, "")
	set.BoolVar(&v.edges, "edges", false, "")
	set.BoolVar(&v.shortest, "shortest", false, "")
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
	}
	refused := &notAllowed{flag: flag, value: value}
	for _, word := range allowed {
		refused.allowed = append(refused.allowed, string(word))
	}
	return "", refused
}

// notAllowed is the error of a flag whose value is none of a list.
type notAllowed struct {
	flag, value string
	allowed     []string
}

func (n *notAllowed) Error() string {
	if len(n.allowed) == 1 {
		return fmt.Sprintf("-%s=%s: the only value is %q", n.flag, n.value, n.allowed[0])
	}
	return fmt.Sprintf("-%s=%s: allowed are %s", n.flag, n.value, strings.Join(n.allowed, ", "))
}
