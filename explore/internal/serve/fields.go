package serve

import (
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// A Field is a flag that has a meaning for a check of one algorithm, as a form shows it.
type Field struct {
	Name    string
	Group   string
	Takes   string
	Help    string
	Usual   bool
	Default string   // the value in the default world; "": it has none of its own
	Choices []string // the allowed values, the default first; nil: too many to list
	Switch  bool     // on or off
}

// Fields are the flags of a check of an algorithm, in the order of the table. Flags that need a clock, or channels
// or a detector that err, are included if the algorithm can have them.
func Fields(p *command.Program, algorithm string) []Field {
	tables := []flags.Table{}
	for _, world := range [][]string{nil, {"-timeouts=clock"}, {"-channels=lossy"}, {"-channels=duplicating"}, {"-detector=inaccurate"}} {
		q := p.NewQuestion()
		table := q.Flags()
		line, err := table.Scan(append([]string{"-algo=" + algorithm, "-n=2", "-max-memory=1GiB"}, world...)) // so that the machine's memory is not asked for
		if err == nil && table.Read(line) == nil {
			tables = append(tables, table)
		}
	}
	var all []Field
	for i, f := range tables[0] {
		means := func(t flags.Table) bool { return t[i].Applies() }
		at := slices.IndexFunc(tables, means)
		if f.Name == "" || at < 0 {
			continue
		}
		field := Field{Name: f.Name, Group: f.Group, Takes: f.Takes, Help: p.Own(f.Help), Usual: f.Usual, Switch: f.IsSwitch()}
		if slices.Contains(ofWorlds, f.Group) && f.Name != "n" && f.Name != "ids" && f.IsShown() {
			field.Default = check.Setting{Value: f.Get()}.Text()
		}
		if f.Words != nil && f.Name != "property" {
			field.Choices = tables[at][i].Words()
		}
		if field.Switch {
			field.Choices = []string{"true"}
		}
		all = append(all, field)
	}
	return all
}

// ofWorlds are the headings of the flags that have a value in the default world.
var ofWorlds = []string{check.TheElection, check.MayHappen, check.ByTheClock}

// groups are the headings of the form, in their order.
var groups = []string{check.TheElection, check.MayHappen, check.Asked, check.ByTheClock, check.Bounds, check.HowTold}
