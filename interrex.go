// Package interrex checks a leader election: all interleavings and crash points of a small group.
//
// An election is a [Protocol] over a comparable struct, the local state of one process. [Election] gives it a
// name, [Require] checks it in a test, [Check] in a program:
//
//	func TestProclaim(t *testing.T) {
//		interrex.Require(t, interrex.Election("proclaim", Proclaim{}), interrex.N(3), interrex.Crashes(1))
//	}
//
// [Always], [Eventually] and [LeadsTo] are properties of your own, for Election, Require and Check. [World] sets the default
// world of an election. Each [Option] is a flag of the command, and [Flags] gives all others.
//
// The optional methods of a protocol say what else it can do:
//
//   - Topology() Topology: it is a ring; without it each process may send to all others
//   - Outranks(a, b ID) bool: its criterion; without it the higher id outranks the lower
//   - Begin(id ID, group *Group, elected ID) L: processes do not all begin alike
//   - Timers, Timeout: it has timers. CanCome and Concerns say what a timer waits for, by [Situation]. Ticks(l L, t Timer, c Clock) int
//     says how long it runs. Without these the world must be [Asynchronous]
//   - Suspects, Report, Withdraw: it listens to a failure detector, in place of Detect alone
//   - Restarted, Recover: a rule for a process that comes back; Kept(l L) L: what survives a crash
//   - Choices, Choose: it draws lots
//   - Terms: its leaders lead in terms, Status.Term, so that leader-per-term can be asked
//   - Rules() []Rule: its rules on cards beside a run, which Process.Rule names where they act
//   - Draw(View) string: its own drawing of a state, elements of an SVG
//   - Awaits(id ID, group *Group, l L) (asked, answered []ID): the answers that a process waits for
//   - Bounds(Dangers): where a world must be cut off that it makes infinite
//
// Package model has their signatures (protocol.go), and 16 elections that use them. Package explore makes a whole program of an election,
// with an explorer in the browser. "explore new" writes an election to begin with.
package interrex

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/model"
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

	// A View is a whole state, for properties of your own: the processes, whom each has elected, its term and local
	// state, and the messages on the way.
	View = model.View

	// A Rule is a card with a rule: its ID, When it applies, and its Text. Rules returns them.
	Rule = spec.Rule

	ProcessView = model.ProcessView // a process in a View
	InTransit   = model.InTransit   // a message in a View

	Kind     = model.Kind    // the kind of a message: its type, or what its method Kind returns. See KindOf
	Clock    = model.Clock   // the durations of a world with a clock, in ticks. Ticks takes it
	Way      = model.Way     // the direction of a message on a TwoWay ring: its method Travels returns it
	Dangers  = model.Dangers // what may happen in a world. Bounds takes it
	Decision = spec.Decision // of a consensus that rests on the election, in Status
)

const (
	Nobody    = model.Nobody    // no process: ⊥
	Anyone    = model.Anyone    // any process, for Situation.OnItsWay
	Unlimited = model.Unlimited // a budget that is never used up

	Left  = model.Left // the ways on a TwoWay ring
	Right = model.Right

	Clique = model.Complete // each process may send to all others
	Ring   = model.Cycle    // to the next one that lives: Process.Pass
	TwoWay = model.BothWays // to both neighbours: Process.PassTo
)

// A Promise says what the author of an election promises, what is asked of it by default, or in which world: Promises, Asks,
// World, and each [Property].
type Promise interface{ Promise(*Algorithm) }

type promise func(*Algorithm)

func (p promise) Promise(a *Algorithm) { p(a) }

// Promises names the properties that the author promises, in place of the default ones. An election with Terms promises
// leader-per-term and validity besides, and all its promises in every world.
func Promises(names ...string) Promise {
	return promise(func(a *Algorithm) {
		a.Promised = nil
		if a.Terms() {
			a.Promised = termed()
		}
		a.Promised = union(a.Promised, names)
	})
}

// Asks names properties that are asked by default besides those that are promised.
func Asks(names ...string) Promise {
	return promise(func(a *Algorithm) { a.Asked = union(a.Asked, names) })
}

// World sets the default world of an election, by flags of the command: World("-timeouts=clock -crashes=1"). It is the world of
// Require, of Check and of the command, unless an option or a flag changes it. There the author's promises count.
func World(flags string) Promise {
	return promise(func(a *Algorithm) { a.Flags = append(slices.Clip(a.Flags), strings.Fields(flags)...) })
}

// termed are the promises of every election with Terms.
func termed() []string { return []string{spec.Validity.Name, spec.LeaderPerTerm.Name} }

// union appends the names that are not in the list yet.
func union(list, names []string) []string {
	list = slices.Clip(list)
	for _, name := range names {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// KindOf is the kind of a message, as Situation.OnItsWay takes it: KindOf(Alive{}). A report warns of a kind that is never sent.
func KindOf(m Message) Kind { return model.KindOf(m) }

// Election is a protocol with a name. Without Promises its author promises what every election must do, whatever crashes:
// one-leader, elected-is-max, agreement, validity, not-stuck, decides and ends; with Terms leader-per-term and validity. What
// is promised is asked, own properties included. With Kept the command has one crash and one restart by default.
func Election[L comparable](name string, protocol Protocol[L], promises ...Promise) Algorithm {
	a := Algorithm{Name: name, Title: "an election of your own", Source: "your program", Topology: Clique,
		Own: true, Author: model.Author{World: "that of your choice", Survives: Unlimited}}
	if protocol != nil {
		a.Make = func(model.Variant) model.Handler { return model.Handle(protocol) }
	}
	if placed, is := protocol.(model.Placed); is {
		a.Topology = placed.Topology()
	}
	a.Promised = spec.Names(a.Meant(spec.Default()))
	if a.Terms() {
		a.Promised = termed()
	}
	if a.Stable() {
		a.Crashes, a.Restarts = 1, 1
	}
	for _, promise := range promises {
		promise.Promise(&a)
	}
	a.Promised = union(a.Promised, spec.Names(a.Properties))
	if len(a.Flags) > 0 {
		a.World = "by default " + strings.Join(a.Flags, " ")
	}
	a.Asked = append([]string{}, union(a.Asked, a.Promised)...) // never nil, which would mean the default ones
	return a
}

// A Property is a property of your own: Always, Eventually, LeadsTo. Give it to Election, and it is promised and asked
// wherever that election is checked; or to Require and Check, and it is asked there. Its functions must be pure. They are
// called from several goroutines, once for each state. A panic in one is an error like a panic of the election.
type Property struct{ property spec.Property }

// Promise is part of Promise.
func (p Property) Promise(a *Algorithm) { a.Properties = append(slices.Clip(a.Properties), p.property) }

// Apply is part of Option.
func (p Property) Apply(s *Setup) error {
	p.Promise(&s.Election)
	s.asked = append(s.asked, p.property.Name)
	return nil
}

// Always: holds is true in every reachable state.
func Always(name string, holds func(View) bool) Property {
	return Property{spec.Property{
		Name: name, Own: true, Constructor: "Always", Statement: "the author's condition is true in every state",
		Violation: "its condition is false", Witness: anyState, Always: model.Predicate(name, holds),
	}}
}

// Eventually: every fair run reaches a state in which reached is true.
func Eventually(name string, reached func(View) bool) Property {
	return Property{spec.Property{
		Name: name, Own: true, Constructor: "Eventually", Statement: "every run reaches a state in which the author's condition is true",
		Violation: "its condition is never true", Witness: anyState, Reaches: model.Predicate(name, reached),
	}}
}

// LeadsTo: in every fair run, whenever premise is true, goal is true then or later. If premise is true in no state, the report
// warns that the property is vacuous.
func LeadsTo(name string, premise, goal func(View) bool) Property {
	p := model.Predicate(name, premise)
	return Property{spec.Property{
		Name: name, Own: true, Constructor: "LeadsTo", Statement: "if the author's premise is true, the goal is true then or later",
		Violation: "its goal is not true then or later", Witness: p, Premise: p, Goal: model.Predicate(name, goal),
	}}
}

func anyState(spec.View) bool { return true }

// Local is the local state of a process in a View; the zero L of a dead process. L is the type of the local states.
func Local[L any](v View, id ID) L { return model.LocalOf[L](v, id) }

// A Setup is what options change.
type Setup struct {
	Election Algorithm
	Flags    []string // flags of the command, such as "-n=3"; a later one replaces an earlier one of the same name

	asked []string // own properties given as options
}

// An Option changes what is asked of an election, or the world that surrounds it: without any, three processes with the
// ids 1 to 3 over perfect channels, of which one begins and none crashes. With Kept, a process that crashes may come back once. Timers fire
// when what they wait for cannot come any more; without CanCome by the clock, and without Ticks at any time. [World] sets another default.
//
// Write an option of your own as an [OptionFunc].
type Option interface{ Apply(*Setup) error }

// An OptionFunc is a function as an Option.
type OptionFunc func(*Setup) error

// Apply is part of Option.
func (f OptionFunc) Apply(s *Setup) error { return f(s) }

// option gives flags of the command. Errors name the flags.
func option(flags ...string) Option {
	return OptionFunc(func(s *Setup) error {
		s.Flags = append(s.Flags, flags...)
		return nil
	})
}

// ofCommand are the flags of check that Flags refuses: those of its output, its store and its orders of the ring.
var ofCommand = []string{"-format", "-h", "-help", "-o", "-orders", "-quiet", "-seed", "-show", "-store", "-v"}

// Flags are flags of the command check: Flags("-timeouts=clock -t=6 -gst=2"). The command's help lists them. Refused are
// -format, -help, -o, -orders, -quiet, -seed, -show, -store and -v, which the command alone has.
func Flags(flags string) Option {
	return OptionFunc(func(s *Setup) error {
		for _, word := range strings.Fields(flags) {
			if !strings.HasPrefix(word, "-") {
				return fmt.Errorf("Flags(%q): %s is not a flag; a flag is written -name=value", flags, word)
			}
			if slices.Contains(ofCommand, "-"+nameOf(word)) {
				return fmt.Errorf("Flags(%q): %s is of the command alone; allowed are the flags of check except %s", flags, word, strings.Join(ofCommand, ", "))
			}
		}
		return option(strings.Fields(flags)...).Apply(s)
	})
}

// N is the number of processes, with the ids 1 to n.
func N(n int) Option {
	return OptionFunc(func(s *Setup) error {
		s.drop("ids")
		return option(fmt.Sprintf("-n=%d", n)).Apply(s)
	})
}

// IDs are the ids of the processes, in ring order.
func IDs(ids ...ID) Option {
	return OptionFunc(func(s *Setup) error {
		s.drop("n")
		return option("-ids=" + listed(ids)).Apply(s)
	})
}

// Starts is how many elections begin though no process has died, of all processes together, or Unlimited.
func Starts(n int) Option { return option("-starts=" + amount(n)) }

// Crashes is how many processes may crash in a run, or Unlimited.
func Crashes(n int) Option { return option("-crashes=" + amount(n)) }

// Restarts is how many times a crashed process may come back in a run, or Unlimited.
func Restarts(n int) Option { return option("-restarts=" + amount(n)) }

// amount spells a number that may be Unlimited.
func amount(n int) string {
	if n == Unlimited {
		return "unlimited"
	}
	return fmt.Sprint(n)
}

// Asynchronous lets an armed timer fire at any time.
func Asynchronous() Option {
	return OptionFunc(func(s *Setup) error {
		if s.Election.Timed() {
			return option("-timeouts=any").Apply(s)
		}
		return nil
	})
}

// Timeouts says when an armed timer may fire: "sync", "perfect", "any" or "clock". A Clock gives the numbers of "clock", all in
// ticks. A number that is 0 has its default: Tm 1, Tp 0, T 2*Tm+Tp, and the others after these.
func Timeouts(when string, clock ...Clock) Option {
	flags := []string{"-timeouts=" + when}
	for _, c := range clock {
		for i, ticks := range []int{c.Tm, c.Tp, c.T, c.T2, c.Eta} {
			if ticks != 0 {
				flags = append(flags, fmt.Sprintf("-%s=%d", []string{"tm", "tp", "t", "t2", "eta"}[i], ticks))
			}
		}
	}
	return option(flags...)
}

// Channels are "fifo", "bag" (messages overtake each other), "lossy" or "duplicating".
func Channels(kind string) Option { return option("-channels=" + kind) }

// Lossy lets the channels lose so many messages in a run, or Unlimited.
func Lossy(losses int) Option { return option("-channels=lossy", "-losses="+amount(losses)) }

// Detector is the failure detector: "perfect", "incomplete", "inaccurate" or "eventually-perfect".
func Detector(kind string) Option { return option("-detector=" + kind) }

// Repair says what happens on a ring to messages on their way to a process that dies: "lost" or "resent".
func Repair(how string) Option { return option("-repair=" + how) }

// Initial says whom every process has elected at the beginning: "nobody", the "leader" or "themselves".
func Initial(elected string) Option { return option("-initial=" + elected) }

// Initiators are the processes that may start an election; without ids no process may.
func Initiators(ids ...ID) Option { return option("-initiators=" + cmp.Or(listed(ids), "nobody")) }

// Cut is a link that carries no message, in one direction. It is for elections with Terms. Give it once for each link.
func Cut(from, to ID) Option {
	return OptionFunc(func(s *Setup) error {
		s.add("cut", fmt.Sprintf("%d-%d", from, to))
		return nil
	})
}

// Bounds are how many elections each process may begin, and how many messages a channel may hold, or Unlimited. Where a bound
// acts, what is not decided is inconclusive.
func Bounds(elections, capacity int) Option {
	return option("-elections="+amount(elections), "-capacity="+amount(capacity))
}

// Properties are those asked, by their names, which spec/election.md lists, or a set: "default", "promised" or "all". Without this
// option the promises of the author and the properties of Asks are asked.
func Properties(names ...string) Option {
	return OptionFunc(func(s *Setup) error {
		for _, name := range names {
			s.add("property", name)
		}
		return nil
	})
}

// MaxStates bounds the states that are explored; 0 is no bound. A bound that acts makes inconclusive what is not decided.
func MaxStates(n int) Option { return limit("max-states", n) }

// MaxTime bounds the time of the exploration, and again that of liveness; 0 is no bound.
func MaxTime(d time.Duration) Option { return limit("max-time", d) }

func limit[L int | time.Duration](flag string, most L) Option {
	return OptionFunc(func(s *Setup) error {
		if most == 0 {
			s.drop(flag)
			return nil
		}
		return option(fmt.Sprintf("-%s=%v", flag, most)).Apply(s)
	})
}

// nameOf is the name of a flag: n of "-n=3".
func nameOf(flag string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	return name
}

// listed lists ids.
func listed(ids []ID) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(ids), " ", ","), "[]")
}

// add appends a word to the list that is the value of a flag.
func (s *Setup) add(flag, word string) {
	if before, is := s.value(flag); is {
		word = before + "," + word
	}
	s.Flags = append(s.Flags, "-"+flag+"="+word)
}

// drop removes a flag.
func (s *Setup) drop(name string) {
	s.Flags = slices.DeleteFunc(slices.Clone(s.Flags), func(flag string) bool { return nameOf(flag) == name })
}

// value is the last value of a flag.
func (s *Setup) value(name string) (value string, is bool) {
	for _, flag := range s.Flags {
		if nameOf(flag) == name {
			_, value, _ = strings.Cut(flag, "=")
			is = true
		}
	}
	return value, is
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
		report = nil // all that it has is a run to the panic
	}
	return report, err
}

// question is what is asked of an election. The error may be a panic of the election.
func question(election Algorithm, options []Option) (q check.Question, err error) {
	defer func() {
		value := recover()
		if fault, is := value.(*model.Fault); is {
			err = fmt.Errorf("%s: %w", election.Name, fault)
		} else if value != nil {
			panic(value)
		}
	}()
	s := Setup{Election: election}
	for _, option := range options {
		if option == nil {
			return q, errors.New("an Option is nil: leave it out")
		}
		if err := option.Apply(&s); err != nil {
			return q, err
		}
	}
	if s.asked != nil && s.Election.Asked == nil {
		s.Election.Asked = spec.Names(s.Election.Usual())
	}
	s.Election.Asked = union(s.Election.Asked, s.asked)
	if err := s.Election.Validate(); err != nil {
		return q, err
	}
	names, is := s.value("property")
	if set, _, _ := strings.Cut(names, ","); is && s.asked != nil && set != check.UsualSet && set != check.AllSet { // these have them
		s.Flags = append(s.Flags, "-property="+strings.Join(union(strings.Split(names, ","), s.asked), ","))
	}
	isCrashing := func(flag string) bool { return nameOf(flag) == "crashes" }
	if election.Own && election.Crashes != 0 && !slices.ContainsFunc(slices.Concat(s.Flags, election.Flags), isCrashing) {
		s.Flags = append(s.Flags, "-crashes=0") // as the doc of Option says; Crashes lets a process crash, and with Kept come back
	}
	return q, s.read(&q)
}

// read reads the flags. Without a bound on memory there is none, and what is not asked is not evaluated. The question has no flags as
// given: the program, if there is one, may have other elections.
func (s *Setup) read(q *check.Question) error {
	q.Elections = []Algorithm{s.Election}
	table := q.Flags()
	var flags []string
	for i, flag := range s.Flags {
		isAgain := func(later string) bool { return nameOf(later) == nameOf(flag) }
		if !slices.ContainsFunc(s.Flags[i+1:], isAgain) {
			flags = append(flags, flag)
		}
	}
	line, err := table.Scan(flags)
	if err != nil {
		return err
	}
	if len(line.Rest) > 0 || line.Help { // of an OptionFunc
		return fmt.Errorf("%s: a flag is written -name=value; -help is not allowed", strings.Join(flags, " "))
	}
	if err := table.Read(line); err != nil {
		return err
	}
	if _, is := line.Values["max-memory"]; !is {
		q.Options.MaxMemory = 0
	}
	q.Properties = slices.DeleteFunc(q.Properties, func(p spec.Property) bool { return !q.IsAsked(p.Name) })
	q.Unasked = nil
	return nil
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
