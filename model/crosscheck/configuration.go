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
	for _, f := range formulas {
		if f.kind == invariant {
			text.WriteString(" " + f.Formula)
		}
	}
	text.WriteString("\nPROPERTIES")
	for _, f := range formulas {
		if f.kind != invariant {
			text.WriteString(" " + f.Formula)
		}
	}
	text.WriteString("\n")
	return text.String()
}

// declarations gives every constant its value.
func declarations(c world.Config) string {
	var text strings.Builder
	text.WriteString("CONSTANTS\n")
	for _, k := range constants {
		fmt.Fprintf(&text, "  %s %s\n", k.name, k.write(c))
	}
	return text.String()
}

// Command is how to explore a world, with no flag that says what goes without saying.
func Command(c world.Config) string {
	usual := world.Default(c.Algorithm, c.IDs)
	command := "explore -algo=" + c.Algorithm.Name
	for _, k := range constants {
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
	if ring, isRing := strings.CutPrefix(value, "Ring_"); isRing {
		return strings.ReplaceAll(ring, "_", ",")
	}
	return strings.ToLower(strings.ReplaceAll(value, ", ", ","))
}

// ParseConfiguration reads such a file back. Every constant must be there once, and nothing that
// Configuration would write otherwise. The error says which line is wrong and what it should be.
func ParseConfiguration(algorithm, text string) (world.Config, error) {
	a, known := model.Find(algorithm)
	if !known {
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

// Module is the name of an algorithm's TLA+ module: that of chang-roberts is ChangRoberts.
func Module(algorithm string) string {
	if algorithm == "ring-maxid" {
		return "RingMaxID"
	}
	name := ""
	for part := range strings.SplitSeq(algorithm, "-") {
		if part != "" {
			name += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return name
}

// ringsModule is module Rings with one ring in it.
func ringsModule(c world.Config) string {
	return fmt.Sprintf("---- MODULE Rings ----\n%s == <<%s>>\n====\n", ringName(c.IDs), join(c.IDs, ", "))
}
