package check

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"interrex/checker"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/stage"
)

// A Document is the JSON of a check, published as docs/report.schema.json.
type Document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The name of the algorithm; explore list describes each.
	Algorithm string `json:"algorithm"`
	// The number of processes.
	N int `json:"n"`
	// Their ids, in ring order.
	IDs []model.ID `json:"ids"`
	// What may befall them: every flag in force.
	World World `json:"world"`
	Exploration
	// What was decided of each property, in the order in which they were asked.
	Properties []property `json:"properties"`
	// How often each action of this world was enabled and taken, in the states that were expanded. The steps that
	// were taken of all of them are the steps.
	Actions []Activity `json:"actions"`
	// What was not put to the test, although everything was explored: each property that is vacuous, and, unless
	// the world leaves out something of the author's world, each action that is never taken; and each kind of message
	// that the timers of an own election wait for and that is never sent. With -fail-on=vacuous
	// they are errors.
	Warnings []Warning `json:"warnings"`
	// The panic of the election in one line; its run is the counterexample of no-panic; null: none.
	Panic *string `json:"panic"`
	// The runs to watch: a counterexample of each violated property or, if there is none, an election as it should go; of an inconclusive
	// check the deepest path; with -show the run asked for.
	Runs []WatchedJSON `json:"runs"`
	// A run that may end without a leader, where decides and ends hold; null: none found.
	NoLeader *noLeader `json:"no_leader"`
	// The command that leads to the same report.
	Reproduce string `json:"reproduce"`
	// The exit code: 0 everything holds; 12 a safety property is violated; 11 of those only not-stuck; 13 only
	// liveness; 75 there are warnings, and they were to be errors; 152 inconclusive.
	Exit int `json:"exit"`
}

// An Exploration is what was explored, and at what cost.
type Exploration struct {
	// Whether the exploration is complete: every reachable state was explored, and no bound was hit. Otherwise
	// no property holds.
	Complete bool `json:"complete"`
	// The bound that was hit; null: none. States, depth, time or memory (a flag -max-…); elections or capacity
	// or both, separated by a comma (the flags of these names); stop (-stop=first); interrupted (Ctrl-C); disk
	// (it is full); otherwise the table that overflowed.
	Bound *string `json:"bound"`
	// Different reachable states that were found.
	States int `json:"states"`
	// Steps out of the expanded states, including those to known states.
	Steps int `json:"steps"`
	// States with no step.
	Terminal int `json:"terminal"`
	// Levels beyond the first: the length of a shortest run to the farthest state.
	Depth int `json:"depth"`
	// Time for the exploration, with all safety properties.
	Seconds float64 `json:"seconds"`
	// Time for the liveness properties, after the exploration.
	LivenessSeconds float64 `json:"liveness_seconds"`
	// States divided by seconds.
	StatesPerSecond int `json:"states_per_second"`
	// The most memory of the program; bytes; 0: unknown.
	PeakBytes uint64 `json:"peak_bytes"`
	// What a state took when the exploration ended, in bytes: its row of bit fields, and its part of the hash table and of
	// what leads back to the first state.
	BytesPerState float64 `json:"bytes_per_state"`
	// Of that, its row, in bytes: one machine word, or a few.
	RowBytes int `json:"row_bytes"`
	// The memory of the tables of local states, contents of channels and processes' views, with their caches;
	// bytes; 0: unknown.
	NumberBytes int `json:"number_bytes"`
	// The number of workers. Only times, rates and memory depend on it, except in a run cut short by time,
	// memory or an interrupt.
	Workers int `json:"workers"`
}

// A WatchedJSON is a run to watch.
type WatchedJSON struct {
	// What kind of run it is: counterexample, election, fewest, most, crash, random or deepest; recorded, of explore show.
	About string `json:"about"`
	// The property that it violates; null: none.
	Property *string `json:"property"`
	// The run, as pages play it.
	Run *stage.Run `json:"run"`
}

type property struct {
	// The property; explore list explains each.
	Name string `json:"name"`
	// Whether a finite run can violate it (safety), or only an infinite one (liveness).
	Kind string `json:"kind"`
	// Whether it counts for the exit code. Other default properties are evaluated beside those that are asked.
	Asked bool `json:"asked"`
	// Whether the author of the algorithm promises it in such a world.
	Promised bool `json:"promised"`
	// Holds: in every reachable state, and all were explored. Violated: there is a counterexample. Inconclusive: a
	// bound was hit before anything was decided.
	Verdict string `json:"verdict"`
	// The number of explored states in which its premise is true.
	Premise int `json:"premise"`
	// Whether it holds vacuously: its premise is true in no reachable state.
	Vacuous bool `json:"vacuous"`
	// A run that violates it; null: none.
	Counterexample *Counterexample `json:"counterexample"`
	// The processes and values by which that run violates it, in a clause without a full stop, such as P2 and P4 both lead;
	// null where there is no run.
	Because *string `json:"because"`
}

// A Counterexample is a run in JSON.
type Counterexample struct {
	// The processes at first, in ring order; all channels are empty.
	Initial []person `json:"initial"`
	// The steps from the initial state on.
	Stem []Step `json:"stem"`
	// The steps that repeat for ever after the stem; they end in the state in which they began. Empty for
	// safety, and for a run that comes to rest.
	Cycle []Step `json:"cycle"`
	// Whether the run is infinite. If it is, and the cycle is empty, it stays for ever in the state in which
	// the stem ends: no step is owed there.
	Lasso bool `json:"lasso"`
}

type person struct {
	// Its id.
	Process model.ID `json:"process"`
	// Whether it lives.
	Live bool `json:"live"`
	// Its variables by name, as the rules of its algorithm call them, each with its value in words.
	Variables map[string]string `json:"variables"`
}

// A Step is one of its steps; a field is null where it does not apply.
type Step struct {
	// The name of what happens. Deliver and keep: the message stays in its channel, to be delivered again. Lose:
	// the message is lost. Suspect: a live leader is taken for dead.
	Action string `json:"action"`
	// The process that acts, or that the step affects; for lose, the receiver.
	Process *model.ID `json:"process"`
	// The sender of the message, or the process that is reported, detected as dead or suspected; null: none.
	Peer *model.ID `json:"peer"`
	// The message that is delivered or lost, such as ELECTION(9); null: none.
	Message *string `json:"message"`
	// If the process dies within the step: after how many of its messages. Else null.
	CrashAfter *int `json:"crash_after"`
	// The messages that leave in the step, in order.
	Sends []Sending `json:"sends"`
	// What the step changes. Of a process that dies or comes back only the variable live is named; one that comes
	// back has the local state of a process that has just begun.
	Changes []change `json:"changes"`
	// The local state of a process that restarts in this step, with its stable storage; else null.
	Variables map[string]string `json:"variables" jsonschema:"nullable"`
}

// A Sending is a message that leaves in a step.
type Sending struct {
	// The receiver.
	To model.ID `json:"to"`
	// The message, as it is printed.
	Message string `json:"message"`
	// Whether it is never taken.
	Lost bool `json:"lost"`
}

type change struct {
	// The process of the variable.
	Process model.ID `json:"process"`
	// Its name, as in the initial state; live is a variable too, yes or no.
	Variable string `json:"variable"`
	// Its value before the step.
	From string `json:"from"`
	// Its value after the step.
	To string `json:"to"`
}

// JSON writes the findings as one object.
func (f *Findings) JSON(out io.Writer) error {
	c, r := f.Counts, f.Question
	d := Document{
		Interrex: Version, Algorithm: r.World.Algorithm.Name, N: len(r.World.IDs), IDs: r.World.IDs, World: JSONWorld(r.World),
		Exploration: Exploration{
			Complete: c.Complete, Bound: prose.OrNull(c.Bound), States: c.States, Steps: c.Steps, Terminal: c.Terminal, Depth: c.Depth,
			Seconds: c.Seconds, LivenessSeconds: c.LivenessSeconds, StatesPerSecond: rate(c.States, c), PeakBytes: c.PeakBytes,
			BytesPerState: float64(c.RowBytes) + c.Overhead, RowBytes: c.RowBytes, NumberBytes: c.NumberBytes, Workers: r.Options.Workers,
		},
		Properties: each(f.Decided, f.property), Actions: JSONActions(c.Actions), Warnings: f.Warnings,
		Runs: each(f.shown(), f.watched), NoLeader: f.NoLeader, Reproduce: r.Reproduce(), Exit: f.Exit,
	}
	if f.Mishap != nil {
		d.Panic = &f.Mishap.Text
	}
	return prose.JSON(out, d)
}

// each converts the elements of a list. JSON has [] for an empty one.
func each[A, B any](list []A, convert func(A) B) []B {
	all := make([]B, 0, len(list))
	for _, one := range list {
		all = append(all, convert(one))
	}
	return all
}

func (f *Findings) watched(s Shown) WatchedJSON {
	w := WatchedJSON{About: string(s.About), Run: f.film(s)}
	if s.About == ShowCounterexample {
		w.Property = &s.Name
	}
	return w
}

func (f *Findings) property(d Decision) property {
	p := property{
		Name: d.Name, Kind: d.Kind(), Asked: !d.Unasked, Promised: d.Promised, Verdict: d.Verdict.String(),
		Premise: d.Premise, Vacuous: d.Vacuous, Counterexample: JSONStory(d.Story),
	}
	if d.Story != nil {
		p.Because = prose.OrNull(f.because(d))
	}
	return p
}

// JSONStory is a run in JSON; nil: none.
func JSONStory(story *world.Story) *Counterexample {
	if story == nil {
		return nil
	}
	initial := func(p world.Member) person { return person{p.ID, p.Live, jsonVariables(p.Variables)} }
	return &Counterexample{each(story.Initial, initial), each(story.Stem, jsonStep), each(story.Cycle, jsonStep), story.Lasso}
}

func jsonVariables(list []model.Variable) map[string]string {
	variables := map[string]string{}
	for _, v := range list {
		variables[v.Name] = v.Value
	}
	return variables
}

func jsonStep(o world.Occurrence) Step {
	s := Step{
		Action: o.Action, Process: prose.OrNull(o.Process), Peer: prose.OrNull(o.Peer),
		Message: prose.OrNull(o.Message), CrashAfter: prose.OrNull(o.CrashAfter),
		Sends:   each(o.Sends, func(sent world.Sending) Sending { return Sending(sent) }),
		Changes: each(o.Changes, func(c world.Change) change { return change(c) }),
	}
	if o.Revived != nil {
		s.Variables = jsonVariables(o.Revived)
	}
	return s
}

// A setting is a flag in force with its value: a number, a word, or a list of ids.
type Setting struct {
	Name  string
	Value any
}

// InForce lists the flags that describe a world, except those that do not apply to it.
func InForce(c world.Config) (force []Setting) {
	q := Question{World: c}
	for _, f := range q.WorldFlags() {
		if f.IsShown() {
			force = append(force, Setting{f.Name, f.Get()})
		}
	}
	return force
}

// links formats links as on the command line; none is the word for an empty list.
func links(none string, list []world.Pair) string {
	words := each(list, func(l world.Pair) string { return fmt.Sprintf("%d-%d", l.From, l.To) })
	return cmp.Or(strings.Join(words, ","), none)
}

func logs(c world.Config) string {
	return cmp.Or(strings.Join(each(c.Logs, model.Log.String), ","), "empty")
}

// Text is the value as on the command line.
func (s Setting) Text() string {
	switch v := s.JSON().(type) {
	case []model.ID, []int:
		return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%d", v), "[]"), " ", ",")
	default:
		return fmt.Sprint(v)
	}
}

// JSON is the value in JSON: an unlimited number is the word.
func (s Setting) JSON() any {
	if v, ok := s.Value.(int); ok && v == world.Unlimited {
		return "unlimited"
	}
	return s.Value
}

// A World is a world as the JSON has it: one key for each flag in force.
type World map[string]any

// JSONWorld is a world as the JSON has it.
func JSONWorld(c world.Config) World {
	inForce := World{}
	for _, s := range InForce(c) {
		inForce[s.Name] = s.JSON()
	}
	return inForce
}

// JSONActions are actions as the JSON has them.
func JSONActions(actions []checker.Activity) []Activity {
	return each(actions, func(a checker.Activity) Activity { return Activity(a) })
}

// An Activity is how often an action was enabled and taken.
type Activity struct {
	// The action; deliveries are distinguished by the kind of message, timeouts by the timer.
	Action string `json:"action"`
	// States in which a step of it is possible, also where a bound switches it off.
	Enabled int `json:"enabled"`
	// Steps of it, including those to known states.
	Taken int `json:"taken"`
}
