// Package interrex checks a leader election: all interleavings and crash points of a small group.
//
// An election is a [Protocol] over a comparable struct, the local state of one process. [Election] gives it a
// name, [Require] checks it in a test, [Check] in a program:
//
//	func TestProclaim(t *testing.T) {
//		interrex.Require(t, interrex.Election("proclaim", Proclaim{}), interrex.N(3), interrex.Crashes(1))
//	}
//
// What a protocol is able to besides is found by the methods that it has:
//
//   - Topology() Topology: it is a ring; without it each process may send to all others
//   - Outranks(a, b ID) bool: its criterion; without it the higher id outranks the lower
//   - Begin(id ID, group *Group, elected ID) L: processes do not all begin alike
//   - Timers, Timeout: it has timers. CanCome and Concerns say what a timer waits for, by [Situation]; without them
//     the world must be [Asynchronous]
//   - Suspects, Report, Withdraw: it listens to a failure detector, in place of Detect alone
//   - Restarted, Recover: a rule for a process that comes back; Kept(l L) L: what survives a crash
//   - Choices, Choose: it draws lots
//   - Terms: its leaders lead in terms, Status.Term, so that leader-per-term can be asked; Ticks: its timers can run by
//     a clock; Bounds: where a world must be cut off that it makes infinite
//
// Package model has their signatures (protocol.go), and 16 elections that use them. Package explore makes a whole program of an election, with an explorer in the browser.
package interrex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
	"interrex/traces/draw"
)

type (
	// An ID identifies a process, from 1.
	ID = model.ID

	// A Protocol is an election algorithm: pure rules over a local state L. A rule runs to its end in one step; it
	// reads and writes nothing but its Process.
	Protocol[L comparable] = model.Protocol[L]

	// A Process is all that a rule sees: its id, its local state, the group, and ways to send.
	Process[L comparable] = model.Process[L]

	// A Message is what processes send: any comparable value. It may have a String, and say by Calls() bool and
	// Announces() bool that it calls for an election and announces its result.
	Message = model.Message

	// Status is what the world and the properties may know of a local state.
	Status = model.Status

	// A Group is the processes that an election is among: known to all. Who is alive is not.
	Group = model.Group

	// A Timer is a timer of one process.
	Timer = model.Timer

	// A Situation is what the world knows and a process does not: it decides when a timer may fire.
	Situation = model.Situation

	// A Topology is who may send to whom.
	Topology = model.Topology

	// An Algorithm is an election with its name. Its other fields say what its author promises.
	Algorithm = model.Algorithm

	// A Run is a run of an election, which package draw draws in several ways.
	Run = draw.Run
)

const (
	Nobody    = model.Nobody    // no process: ⊥
	Unlimited = model.Unlimited // a budget that is never used up

	Clique = model.Complete // each process may send to all others
	Ring   = model.Cycle    // to the next one that lives: Process.Pass
	TwoWay = model.BothWays // to both neighbours: Process.PassTo
)

// A Promise says what the author of an election promises, or what is asked of it by default: Promises, Asks.
type Promise func(*Algorithm)

// Promises names the properties that the author promises, in place of the default ones. An election with Terms promises
// leader-per-term and validity besides, and all its promises in every world.
func Promises(names ...string) Promise {
	return func(a *Algorithm) {
		a.Promised = nil
		if a.Terms() {
			a.Promised = termed()
		}
		a.Promised = union(a.Promised, names)
	}
}

// Asks names properties that are asked by default besides those that are promised.
func Asks(names ...string) Promise {
	return func(a *Algorithm) { a.Asked = union(a.Asked, names) }
}

// termed are the promises of every election with Terms.
func termed() []string { return []string{spec.Validity.Name, spec.LeaderPerTerm.Name} }

// union appends the names that are not in the list yet.
func union(list, names []string) []string {
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// KindOf is the kind of a message, as Situation.OnItsWay takes it: KindOf(Alive{}). A report warns of a kind that is never sent.
func KindOf(m Message) model.Kind { return model.KindOf(m) }

// Election is a protocol with a name. Without Promises its author promises what every election must do, whoever crashes:
// one-leader, elected-is-max, agreement, validity, not-stuck, decides and ends; with Terms leader-per-term and validity. What
// is promised is asked. With Kept the command has one crash and one restart by default.
func Election[L comparable](name string, protocol Protocol[L], promises ...Promise) Algorithm {
	a := Algorithm{Name: name, Title: "an election of your own", Source: "your program", World: "that of your choice", Topology: Clique,
		Own: true, Survives: Unlimited}
	if protocol != nil {
		a.Make = func(model.Variant) model.Handler { return model.Handle(protocol) }
	}
	if placed, is := protocol.(model.Placed); is {
		a.Topology = placed.Topology()
	}
	a.Promised = namesOf(a.Meant(spec.Default()))
	if a.Terms() {
		a.Promised = termed()
	}
	if a.Stable() {
		a.Crashes, a.Restarts = 1, 1
	}
	for _, promise := range promises {
		promise(&a)
	}
	a.Asked = slices.Concat([]string{}, union(a.Asked, a.Promised))
	return a
}

// An Option changes what is asked of an election, or the world that surrounds it: without any, three processes with the
// ids 1 to 3 over perfect channels, of which one begins and none crashes. With Kept, a process that crashes may come back once. Timers fire
// when what they wait for cannot come any more; without CanCome by the clock, and without Ticks at any time.
type Option func(*check.Question) error

// N is the number of processes, with the ids 1 to n.
func N(n int) Option {
	return func(q *check.Question) error {
		if n < 1 || n > world.MaxProcesses {
			return fmt.Errorf("N(%d): there are 1 to %d processes", n, world.MaxProcesses)
		}
		q.World.IDs = numbered(n)
		return nil
	}
}

func numbered(n int) []ID {
	ids := make([]ID, n)
	for i := range ids {
		ids[i] = ID(i + 1)
	}
	return ids
}

// IDs are the ids of the processes, in ring order.
func IDs(ids ...ID) Option {
	return func(q *check.Question) error { q.World.IDs = ids; return nil }
}

// Starts is how many elections begin though nobody has died, of all processes together, or Unlimited.
func Starts(n int) Option { return func(q *check.Question) error { q.World.Starts = n; return nil } }

// Crashes is how many processes may crash in a run, or Unlimited.
func Crashes(n int) Option { return func(q *check.Question) error { q.World.Crashes = n; return nil } }

// Restarts is how many times a crashed process may come back in a run, or Unlimited.
func Restarts(n int) Option {
	return func(q *check.Question) error { q.World.Restarts = n; return nil }
}

// Asynchronous lets an armed timer fire at any time.
func Asynchronous() Option {
	return func(q *check.Question) error { q.World.Timeouts = world.Any; return nil }
}

// Lossy lets the channels lose so many messages in a run, or Unlimited.
func Lossy(losses int) Option {
	return func(q *check.Question) error {
		q.World.Channels, q.World.Losses = world.Lossy, losses
		return nil
	}
}

// Properties are those asked, by their names: one-leader, elected-is-max, agreement, validity, not-stuck, decides, ends are
// asked without this option; spec/election.md has them all.
func Properties(names ...string) Option {
	return func(q *check.Question) error {
		all := spec.All()
		for _, name := range names {
			i := indexOf(all, name)
			if i < 0 {
				return fmt.Errorf("Properties(%q): there is no such property; the properties are %s", name, strings.Join(namesOf(all), ", "))
			}
			if indexOf(q.Properties, name) >= 0 {
				return fmt.Errorf("Properties(%q): it is named twice; name each property once", name)
			}
			q.Properties = append(q.Properties, all[i])
		}
		return nil
	}
}

// MaxStates bounds the states that are explored. A bound that acts makes inconclusive what is not decided.
func MaxStates(n int) Option {
	return func(q *check.Question) error {
		if n < 0 {
			return fmt.Errorf("MaxStates(%d): it is a number from 1, or 0 for no bound", n)
		}
		q.Options.MaxStates = n
		return nil
	}
}

// MaxTime bounds the time of the exploration, and again that of liveness.
func MaxTime(d time.Duration) Option {
	return func(q *check.Question) error {
		if d < 0 {
			return fmt.Errorf("MaxTime(%v): it is a duration, or 0 for no bound", d)
		}
		q.Options.MaxTime = d
		return nil
	}
}

// A Report is what a check has found.
type Report struct {
	Exit       int    // as the command's: 0 where everything asked for holds and everything was explored
	Verdict    string // in one line
	States     int    // that were explored
	Complete   bool   // they are all
	Properties []Result

	findings *check.Findings
}

// A Result is the verdict on one property.
type Result struct {
	Name    string
	Verdict checker.Verdict // checker.Holds, checker.Violated, checker.Inconclusive
	Run     *Run            // a shortest counterexample; nil if it is not violated
}

// Print writes the report for people: the verdicts, and the drawing of each counterexample.
func (r *Report) Print(w io.Writer) error { return r.findings.Text(w) }

// JSON writes the report for programs: docs/report.schema.json has its schema.
func (r *Report) JSON(w io.Writer) error { return r.findings.JSON(w) }

// Check explores all runs of an election in a world, and decides the properties. The error says what is wrong with the
// election or an option, in one line; a property that is violated is a result, and no error.
func Check(ctx context.Context, election Algorithm, options ...Option) (*Report, error) {
	q, err := question(election, options)
	if err != nil {
		return nil, err
	}
	report, err := answer(ctx, q)
	if err != nil {
		return nil, err
	}
	return report, nil
}

// Require fails the test unless everything asked for holds in all runs: it prints what does not, with the drawing of
// a shortest run each. After checker.RequiredStates states, or half of the time that go test has given, it stops, and
// fails with all that has been found until then, and with what has grown.
func Require(t checker.T, election Algorithm, options ...Option) {
	t.Helper()
	q, err := question(election, options)
	if err != nil {
		t.Fatalf("%v", err)
		return
	}
	if q.Options.MaxStates == 0 {
		q.Options.MaxStates = checker.RequiredStates
	}
	if q.Options.MaxTime == 0 {
		q.Options.MaxTime = checker.TimeFor(t)
	}
	report, err := answer(t.Context(), q)
	if report != nil && report.findings.Mishap != nil {
		var text strings.Builder
		report.findings.Draw(&prose.Writer{Out: &text})
		t.Fatalf("%s\n%s", err, text.String())
		return
	}
	if err != nil {
		t.Fatalf("%v", err)
		return
	}
	var text strings.Builder
	w := &prose.Writer{Out: &text}
	if report.Exit == check.ExitHolds {
		if report.findings.Misspelt(w); text.Len() > 0 {
			if t, logs := t.(interface{ Logf(string, ...any) }); logs {
				t.Logf("%s", strings.TrimSpace(text.String()))
			}
		}
		return
	}
	report.findings.Draw(w)
	report.findings.Misspelt(w)
	if grown := report.findings.World.Grown(); !report.Complete && grown != "" {
		w.Line("what has grown: %s", grown)
	}
	t.Fatalf("%s\n%s", text.String(), report.Verdict)
}

// question is what is asked of an election. The error may be a panic of the election.
func question(election Algorithm, options []Option) (q check.Question, err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case *model.Fault:
			err = fmt.Errorf("%s: %w", election.Name, value)
		default:
			panic(value)
		}
	}()
	q = check.Question{World: world.Default(election, numbered(3))}
	if election.Own {
		q.World.Crashes = 0 // as the doc of Option says; Crashes lets a process crash, and with Kept come back
	}
	for _, option := range options {
		if option == nil {
			return q, errors.New("an Option is nil: leave it out")
		}
		if err := option(&q); err != nil {
			return q, err
		}
	}
	q.World = q.World.Bounded()
	if err := q.World.Validate(); err != nil {
		return q, err
	}
	if q.Properties == nil {
		q.Properties = election.Usual()
	}
	for _, p := range q.Properties {
		if err := election.Means(p); err != nil {
			return q, err
		}
	}
	q.World.Suspicions = indexOf(q.Properties, spec.Stability.Name) >= 0
	return q, nil
}

// answer explores. A panic of the election is an error: it is not our bug.
func answer(ctx context.Context, q check.Question) (r *Report, err error) {
	defer func() {
		if law, is := recoverLaw(recover()); is {
			r, err = nil, fmt.Errorf("%s: %v: its rules are to be pure, and depend on their Process alone", q.World.Algorithm.Name, law)
		}
	}()
	found, err := check.Ask(ctx, q)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.World.Algorithm.Name, err)
	}
	if found.Mishap != nil {
		return &Report{findings: found}, fmt.Errorf("%s: %s", q.World.Algorithm.Name, found.Mishap.Text)
	}
	r = &Report{Exit: found.Exit, Verdict: found.Verdict(), States: found.Counts.States, Complete: found.Counts.Complete, findings: found}
	for _, d := range found.Decided {
		result := Result{Name: d.Name, Verdict: d.Verdict}
		if d.Story != nil {
			result.Run = found.Run(d)
		}
		r.Properties = append(r.Properties, result)
	}
	return r, nil
}

// recoverLaw tells a law that the election has broken from a bug of ours, which goes on.
func recoverLaw(value any) (checker.BrokenLaw, bool) {
	law, is := value.(checker.BrokenLaw)
	if value != nil && !is {
		panic(value)
	}
	return law, is
}

func indexOf(properties []spec.Property, name string) int {
	for i, p := range properties {
		if p.Name == name {
			return i
		}
	}
	return -1
}

func namesOf(properties []spec.Property) (names []string) {
	for _, p := range properties {
		names = append(names, p.Name)
	}
	return names
}
