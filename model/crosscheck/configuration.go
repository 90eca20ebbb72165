package crosscheck

import (
	"fmt"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// Configuration writes TLC's configuration file of a world: the command that explores the same
// world, its constants, and every property.
func Configuration(c world.Config) string {
	var text strings.Builder
	fmt.Fprintf(&text, "\\* %s\n%s\nSPECIFICATION Spec\nINVARIANTS TypeOK", Command(c), declarations(c))
	for _, f := range formulasOf(c) {
		if f.kind == invariant {
			text.WriteString(" " + f.Formula)
		}
	}
	text.WriteString("\nPROPERTIES")
	for _, f := range formulasOf(c) {
		if f.kind != invariant {
			text.WriteString(" " + f.Formula)
		}
	}
	text.WriteString("\n")
	return text.String()
}

// declarations gives every constant its value.
func declarations(c world.Config) string {
	c = c.Bounded()
	var text strings.Builder
	text.WriteString("CONSTANTS\n")
	for _, k := range constantsOf(c.Algorithm) {
		fmt.Fprintf(&text, "  %s %s\n", k.name, k.write(c))
	}
	return text.String()
}

// Command is how to explore a world, with no flag that says what goes without saying.
func Command(c world.Config) string {
	c = c.Bounded()
	usual := world.Default(c.Algorithm, c.IDs)
	command := "explore -algo=" + c.Algorithm.Name
	if c.Algorithm.On != "" {
		usual.Algorithm.On = "" // which election it is goes not without saying
	}
	for _, k := range constantsOf(c.Algorithm) {
		if k.flag == "elections" { // the bounds come last: they depend on the rest
			bare := c
			bare.Elections, bare.Capacity = world.Unlimited, world.Unlimited
			usual.Elections, usual.Capacity = bare.DefaultElections(), bare.DefaultCapacity()
		}
		usual.Clock, usual.Late = usualClock(c, k.flag), 2*c.Clock.Tm
		if k.flag == "ids" && isCounted(c.IDs) {
			command += fmt.Sprintf(" -n=%d", len(c.IDs))
		} else if k.flag == "ids" || k.write(c) != k.write(usual) {
			command += " -" + k.flag + "=" + flagValue(k.flag, k.write(c))
		}
	}
	return command
}

// isCounted reports whether the ids are 1, 2, 3, ...: what -n gives.
func isCounted(ids []model.ID) bool {
	for i, id := range ids {
		if int(id) != i+1 {
			return false
		}
	}
	return true
}

// flagValue turns what stands behind a constant into what stands behind a flag.
func flagValue(flag, written string) string {
	_, value, _ := strings.Cut(written, " ")
	if value == "{}" {
		return map[bool]string{true: "nothing", false: "nobody"}[flag == "timely"]
	}
	value = strings.ReplaceAll(strings.Trim(value, "{}"), `"`, "")
	if loads, isLoads := strings.CutPrefix(value, "Loads_"); isLoads {
		return strings.ReplaceAll(loads, "_", ",")
	}
	if logs, areLogs := strings.CutPrefix(value, logsPrefix); areLogs {
		return flagOfPairs(logs, ":")
	}
	if cut, isCut := strings.CutPrefix(value, cutPrefix); isCut {
		return flagOfPairs(cut, "-")
	}
	if ring, isRing := strings.CutPrefix(value, "Ring_"); isRing {
		return strings.ReplaceAll(ring, "_", ",")
	}
	return strings.ToLower(strings.ReplaceAll(value, ", ", ","))
}

// ParseConfiguration reads such a file back. Every constant must be there once, and nothing that
// Configuration would write otherwise. The error says which line is wrong and what it should be.
func ParseConfiguration(algorithm, text string) (world.Config, error) {
	a, known := model.Find(algorithm)
	if !known && algorithm != model.ConsensusName {
		return world.Config{}, fmt.Errorf("there is no algorithm %q", algorithm)
	}
	c := world.Config{Algorithm: a}
	values := map[string]string{}
	for line := range strings.Lines(text) {
		name, value, assigned := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, "  ") && assigned {
			values[name] = value
		}
	}
	for _, k := range constants {
		if k.of != nil && !k.of(c.Algorithm) {
			continue
		}
		value, given := values[k.name]
		if !given {
			return c, fmt.Errorf("constant %s has no value", k.name)
		}
		if err := k.read(&c, value); err != nil {
			return c, fmt.Errorf("constant %s %w", k.name, err)
		}
	}
	if err := c.Validate(); err != nil {
		return c, err
	}
	got, want := strings.Split(text, "\n"), strings.Split(Configuration(c), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			return c, fmt.Errorf("line %d should be %q", i+1, want[i])
		}
	}
	if len(got) > len(want) {
		return c, fmt.Errorf("line %d is too many", len(want)+1)
	}
	return c, nil
}

// writeOn and readOn are the election that a consensus rests on: "bully", or "".
func writeOn(c world.Config) string { return fmt.Sprintf("= %q", c.Algorithm.On) }

func readOn(c *world.Config, text string) error {
	name := strings.Trim(strings.TrimPrefix(text, "= "), `"`)
	if isElection := c.Algorithm.Name != ""; isElection && name == "" {
		return nil
	}
	election, known := model.Find(name)
	if !known || c.Algorithm.Name != "" || text != fmt.Sprintf("= %q", name) {
		return fmt.Errorf("%q: it is = \"\", or of a consensus the election that it rests on, as in = \"bully\"", text)
	}
	c.Algorithm = model.Consensus(election)
	return nil
}

// Module is the name of an algorithm's TLA+ module: that of chang-roberts is ChangRoberts, that of
// a consensus the one of its election.
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
	name := ""
	for part := range strings.SplitSeq(algorithm, "-") {
		if part != "" {
			name += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return name
}

// ringsModule is module Rings with what one world needs of it.
func ringsModule(c world.Config) string {
	return fmt.Sprintf("---- MODULE Rings ----\n%s\n====\n", strings.Join(definitions(c), "\n"))
}

// definitions are the lines of module Rings that a world needs: what a configuration file cannot
// write, by name.
func definitions(c world.Config) []string {
	lines := []string{
		ringName(c.IDs) + " == <<" + join(c.IDs, ", ") + ">>",
		loadsName(c.Loads) + " == <<" + loadsList(c.Loads, ", ") + ">>",
		logsName(c.Logs) + " == <<" + strings.Join(tuples(c.Logs), ",") + ">>",
	}
	if c.Cut != nil {
		lines = append(lines, cutName(c.Cut)+" == {"+strings.Join(tuples(c.Cut), ",")+"}")
	}
	return lines
}
