package crosscheck

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
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
	program := &command.Program{Elections: command.Catalogue()}
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

// instanceOf is a world with its command: those of the given flags that describe it, in the order of the flags.
func instanceOf(c world.Config, given []string) Instance {
	q, text := check.Question{World: c}, "explore"
	for _, known := range q.WorldFlags() {
		for _, flag := range given {
			if strings.HasPrefix(flag, "-"+known.Name+"=") {
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

// A constant is one constant of the TLA+ module of a world: the flag of explore with the same meaning, its value in a configuration
// file of TLC and, if that is a name, the line of module Rings that defines it.
type constant struct{ name, value, definition string }

// constantsOf lists the constants of the module of a world. Each flag of the world is one, in the order of the flags.
func constantsOf(c world.Config) (all []constant) {
	q := check.Question{World: c.Bounded()}
	for _, flag := range q.WorldFlags() {
		switch name := flag.Name; {
		case name == "algo", name == "n", name == "cut" && !c.Algorithm.Terms(), name == "counters" && !c.Algorithm.Counting:
		case name == "late" && !c.Algorithm.Clockwork(): // no other tolerates the loss of messages
			all = append(all, constant{"Late", "<- Unlimited", ""})
		default:
			value, definition := constantValue(name, flag.Get())
			all = append(all, constant{constantName(name), value, definition})
		}
	}
	return all
}

// constantName is the name of the constant of a flag: CrashPoints for crash-points.
func constantName(flag string) string {
	switch flag {
	case "ids":
		return "Ring"
	case "initial":
		return "Initially"
	}
	return camelCase(flag)
}

func camelCase(words string) string {
	return each(strings.Split(words, "-"), "", func(part string) string { return strings.ToUpper(part[:1]) + part[1:] })
}

// constantValue is the value of a flag in a configuration file, which can write Unlimited and sequences only as names.
func constantValue(flag string, value any) (text, definition string) {
	text = check.Setting{Value: value}.Text()
	sequence, is := map[string]string{"ids": "Ring", "loads": "Loads", "logs": "Logs", "cut": "Cut"}[flag]
	switch {
	case is && text != "nothing":
		return sequenceOf(sequence, strings.TrimPrefix(text, "empty"))
	case flag == "initiators" && text == "all":
		return "<- Ids", ""
	case flag == "initiators":
		return "= {" + strings.ReplaceAll(text, ",", ", ") + "}", ""
	case text == "nothing":
		return "= {}", ""
	case flag == "timely":
		return `= {"` + strings.ReplaceAll(text, ",", `", "`) + `"}`, ""
	case value == world.Unlimited:
		return "<- Unlimited", ""
	}
	switch value := value.(type) {
	case int:
		return fmt.Sprintf("= %d", value), ""
	case bool:
		return "= " + string(boolean(value)), ""
	}
	return fmt.Sprintf("= %q", value), ""
}

// sequenceOf is the value of a sequence of numbers or pairs, or of the set Cut: a name that consists of them.
func sequenceOf(name, text string) (value, definition string) {
	elements, between := strings.ReplaceAll(text, ",", ", "), "_"
	if pair.MatchString(text) {
		elements, between = pair.ReplaceAllString(text, "<<$1,$2>>"), "__"
	}
	brackets := []string{"<<", ">>"}
	if name == "Cut" {
		brackets = []string{"{", "}"}
	}
	name += "_" + strings.NewReplacer(",", between, ":", "_", "-", "_").Replace(text)
	return "<- " + name, name + " == " + brackets[0] + elements + brackets[1]
}

// pair is an element of a list of pairs: of logs or links.
var pair = regexp.MustCompile(`(\d+)[:-](\d+)`)

// definitions are the lines of module Rings that a world needs.
func definitions(c world.Config) (lines []string) {
	for _, k := range constantsOf(c) {
		if k.definition != "" {
			lines = append(lines, k.definition)
		}
	}
	return lines
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
	return camelCase(algorithm)
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
