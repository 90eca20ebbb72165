package crosscheck

import (
	"fmt"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// An Instance is a world with the command that explores it.
type Instance struct {
	Command string // explore -algo=ring -n=3
	World   world.Config
}

// Instances reads the instances of spec/instances.txt, in their order.
func Instances() ([]Instance, error) { return instancesOf(spec.Instances) }

// instancesOf reads a list of commands. Each is in the form of Name, and occurs once.
func instancesOf(list string) (all []Instance, err error) {
	bully, _ := model.Find("bully")
	program := &command.Program{Elections: append(model.Catalogue(), model.Consensus(bully))}
	for number, line := range strings.Split(list, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		q, err := program.World(words)
		if err == nil {
			i := instanceOf(q.World, words)
			if line != i.Name() {
				err = fmt.Errorf("%q should be %q", line, i.Name())
			} else if slices.ContainsFunc(all, func(earlier Instance) bool { return earlier.Command == i.Command }) {
				err = fmt.Errorf("repeats %q", line)
			}
			all = append(all, i)
		}
		if err != nil {
			return nil, fmt.Errorf("spec/instances.txt:%d: %w", number+1, err)
		}
	}
	return all, nil
}

// instanceOf is a world with its command: those of the given flags that describe it, in the order of the constants.
func instanceOf(c world.Config, given []string) Instance {
	names := []string{"algo", "n"}
	for _, k := range constantsOf(c) {
		names = append(names, k.flag)
	}
	text := "explore"
	for _, name := range names {
		for _, flag := range given {
			if strings.HasPrefix(flag, "-"+name+"=") {
				text += " " + flag
			}
		}
	}
	return Instance{text, c}
}

// Name is the flags of an instance.
func (i Instance) Name() string { return strings.TrimPrefix(i.Command, "explore ") }

// Configuration writes TLC's configuration file for a world: the command that explores the same world, its
// constants, and every property.
func (i Instance) Configuration() string {
	invariants, properties := "INVARIANTS TypeOK", "PROPERTIES"
	for _, f := range formulasOf(i.World) {
		if f.kind == invariant {
			invariants += " " + f.Formula
		} else {
			properties += " " + f.Formula
		}
	}
	return fmt.Sprintf("\\* %s\n%s\nSPECIFICATION Spec\n%s\n%s\n", i.Command, declarations(i.World), invariants, properties)
}

// A constant is one constant of module Stage: the flag of explore with the same meaning, and its value in a
// configuration file of TLC.
type constant struct{ name, flag, value string }

// constantsOf lists the constants of the module of a world.
func constantsOf(c world.Config) []constant {
	c = c.Bounded()
	a := c.Algorithm
	initiators, timely, cut, late := "<- Ids", `= {"all"}`, "= {}", "<- Unlimited"
	if c.Initiators != nil {
		initiators = "= {" + numbers(slices.Sorted(slices.Values(c.Initiators)), ", ") + "}"
	}
	if c.Timely != nil {
		timely = "= {" + each(c.Timely, ", ", func(l world.Pair) string { return fmt.Sprintf(`"%d-%d"`, l.From, l.To) }) + "}"
	}
	if c.Cut != nil {
		cut = "<- " + cutName(c)
	}
	if a.Clockwork() { // no other tolerates the loss of messages
		late = ticks(c.Late)
	}
	all := []constant{
		{"Ring", "ids", "<- " + ringName(c)},
		{"On", "on", word(a.On)},
		{"Criterion", "criterion", word(c.Criterion)},
		{"Loads", "loads", "<- " + loadsName(c)},
		{"Logs", "logs", "<- " + logsName(c)},
		{"Crashes", "crashes", count(c.Crashes)},
		{"CrashPoints", "crash-points", word(c.CrashPoints)},
		{"Restarts", "restarts", count(c.Restarts)},
		{"Initially", "initial", word(c.Initial)},
		{"Initiators", "initiators", initiators},
		{"Starts", "starts", count(c.Starts)},
		{"Timeouts", "timeouts", word(c.Timeouts)},
		{"Detector", "detector", word(c.Detector)},
		{"Mistakes", "mistakes", count(c.Mistakes)},
		{"Channels", "channels", word(c.Channels)},
		{"Losses", "losses", count(c.Losses)},
		{"Duplicates", "duplicates", count(c.Duplicates)},
		{"Repair", "repair", word(c.Repair)},
		{"Reading", "reading", word(c.Reading)},
		{"Watchers", "watchers", option(c, "watchers", string(model.BothNeighbours))},
	}
	if a.Terms() {
		all = append(all,
			constant{"PreVote", "pre-vote", option(c, "pre-vote", "false")},
			constant{"CheckQuorum", "check-quorum", option(c, "check-quorum", "false")},
			constant{"Cut", "cut", cut})
	}
	all = append(all,
		constant{"Tm", "tm", ticks(c.Clock.Tm)},
		constant{"Tp", "tp", ticks(c.Clock.Tp)},
		constant{"T", "t", ticks(c.Clock.T)},
		constant{"T2", "t2", ticks(c.Clock.T2)},
		constant{"Eta", "eta", ticks(c.Clock.Eta)},
		constant{"Gst", "gst", count(c.GST)},
		constant{"Ties", "ties", word(c.Ties)},
		constant{"Timely", "timely", timely},
		constant{"Late", "late", late},
		constant{"Elections", "elections", count(c.Elections)},
		constant{"Capacity", "capacity", count(c.Capacity)})
	if a.Counting {
		all = append(all, constant{"Counters", "counters", count(c.Counters)})
	}
	return all
}

// count is a number, or Unlimited, which a configuration file can write only as a name.
func count(n int) string {
	if n == world.Unlimited {
		return "<- Unlimited"
	}
	return ticks(n)
}

func ticks(n int) string { return fmt.Sprintf("= %d", n) }

func word[W ~string](w W) string { return fmt.Sprintf("= %q", string(w)) }

// option is an option of some algorithms: a word or, if it is on or off, a boolean. In the modules of others it has
// its default.
func option(c world.Config, flag, usual string) string {
	value, given := c.Options[flag]
	if !given {
		value = usual
	}
	if usual == "false" {
		return "= " + strings.ToUpper(value)
	}
	return word(value)
}

// declarations gives every constant its value.
func declarations(c world.Config) string {
	text := "CONSTANTS\n"
	for _, k := range constantsOf(c) {
		text += fmt.Sprintf("  %s %s\n", k.name, k.value)
	}
	return text
}

// each joins what spell makes of each value.
func each[V any](values []V, separator string, spell func(V) string) string {
	var words []string
	for _, v := range values {
		words = append(words, spell(v))
	}
	return strings.Join(words, separator)
}

func numbers[N ~int | ~int32](list []N, separator string) string {
	return each(list, separator, func(n N) string { return fmt.Sprint(int(n)) })
}

func pairOf(form string) func(world.Pair) string {
	return func(l world.Pair) string { return fmt.Sprintf(form, l.From, l.To) }
}

func logOf(form string) func(model.Log) string {
	return func(l model.Log) string { return fmt.Sprintf(form, l.Term, l.Length) }
}

// A configuration file cannot write a sequence. Module Rings defines names that consist of the numbers.
func ringName(c world.Config) string  { return "Ring_" + numbers(c.IDs, "_") }
func loadsName(c world.Config) string { return "Loads_" + numbers(c.Loads, "_") }
func logsName(c world.Config) string  { return "Logs_" + each(c.Logs, "__", logOf("%d_%d")) }
func cutName(c world.Config) string   { return "Cut_" + each(c.Cut, "__", pairOf("%d_%d")) }

// definitions are the lines of module Rings that a world needs.
func definitions(c world.Config) []string {
	lines := []string{
		ringName(c) + " == <<" + numbers(c.IDs, ", ") + ">>",
		loadsName(c) + " == <<" + numbers(c.Loads, ", ") + ">>",
		logsName(c) + " == <<" + each(c.Logs, ",", logOf("<<%d,%d>>")) + ">>",
	}
	if c.Cut != nil {
		lines = append(lines, cutName(c)+" == {"+each(c.Cut, ",", pairOf("<<%d,%d>>"))+"}")
	}
	return lines
}

// Module is the name of an algorithm's TLA+ module: ChangRoberts for chang-roberts. A consensus has that of its
// election.
func Module(a model.Algorithm) string {
	algorithm := a.Name
	if a.On != "" {
		algorithm = a.On
	}
	switch algorithm {
	case "ring-maxid":
		return "RingMaxID"
	case "lelann":
		return "LeLann"
	}
	return each(strings.Split(algorithm, "-"), "", func(part string) string { return strings.ToUpper(part[:1]) + part[1:] })
}

// A kind is how TLC is asked for a property, and the form of a counterexample.
type kind int

const (
	invariant kind = iota // true in every state
	steps                 // true of every step
	lasting               // liveness: true of every fair run
)

// A formula is a property of the problem under its name in module Election.
type formula struct {
	spec.Property
	Formula string
	kind    kind

	// action is what the formula says of one step, if it is about steps.
	action string
}

// formulas are all properties, in the order of spec/election.md, except those about earlier suspicions: the
// modules keep no record of these.
var formulas = []formula{
	{spec.OneLeader, "OneLeader", invariant, ""},
	{spec.ElectedIsMax, "ElectedIsMax", invariant, ""},
	{spec.Agreement, "Agreement", invariant, ""},
	{spec.Validity, "Validity", invariant, ""},
	{spec.NotStuck, "NotStuck", invariant, ""},
	{spec.Decides, "Decides", lasting, ""},
	{spec.Ends, "Ends", lasting, ""},
	{spec.StrictMax, "StrictPMax", invariant, ""},
	{spec.StrictAgreement, "StrictAgreement", invariant, ""},
	{spec.StrictDecides, "StrictDecides", lasting, ""},
	{spec.Irrevocable, "Irrevocable", steps, "TurnsAwayRightly"},
	{spec.AnnouncedLast, "AnnouncedLast", invariant, ""},
	{spec.EventualLeadership, "EventualLeadership", lasting, ""},
	{spec.EventualMax, "EventuallyElectedIsMax", lasting, ""},
	{spec.EventualAgreement, "EventuallyAgreement", lasting, ""},
	{spec.SomebodyLeads, "SomebodyLeads", lasting, ""},
	{spec.StrictStability, "StrictStability", steps, "LeadsOn"},
	{spec.LeaderPerTerm, "LeaderPerTerm", invariant, ""},
	{spec.SameDecision, "SameDecision", invariant, ""},
	{spec.AllDecide, "AllDecide", lasting, ""},
	{spec.NeverZero, "NeverZero", invariant, ""},
	{spec.NeverOne, "NeverOne", invariant, ""},
}

// formulasOf are the formulas that have a meaning in a world.
func formulasOf(c world.Config) []formula {
	return slices.DeleteFunc(slices.Clone(formulas), func(f formula) bool { return c.Algorithm.Means(f.Property) != nil })
}
