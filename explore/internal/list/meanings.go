package list

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/internal/prose"
	"interrex/model"
	"interrex/spec"
)

// A silence is a set of properties that have no meaning for an algorithm, and the reason.
type silence struct {
	why        string
	properties []string
}

// meaningless lists the properties without a meaning by reason, in the order of the properties.
func meaningless(a model.Algorithm) (all []silence) {
	for _, p := range spec.All() {
		empty := (*model.Meaningless)(nil)
		if !errors.As(a.Means(p), &empty) {
			continue
		}
		i := slices.IndexFunc(all, func(s silence) bool { return s.why == empty.Why })
		if i < 0 {
			i, all = len(all), append(all, silence{why: empty.Why})
		}
		all[i].properties = append(all[i].properties, p.Name)
	}
	return all
}

func propertyNames(properties []spec.Property) (all []string) {
	for _, p := range properties {
		all = append(all, p.Name)
	}
	return all
}

// asking is how a property can be asked of an algorithm: a cell of the table of meanings.
func asking(a model.Algorithm, p spec.Property) string {
	switch {
	case a.Means(p) != nil:
		return "—"
	case slices.Contains(propertyNames(a.Usual()), p.Name):
		return "asked"
	}
	return "by name"
}

// Meanings writes a table of all algorithms and properties for a page, and the reasons why some have no meaning.
func Meanings(out io.Writer) error {
	w := &prose.Writer{Out: out}
	bully, _ := model.Find("bully")
	all := append(model.Catalogue(), model.Consensus(bully))
	w.Line("")
	header, rule := "| algorithm |", "|---|"
	for _, p := range spec.All() {
		header += " `" + p.Name + "` |"
		rule += "---|"
	}
	w.Line("%s", header)
	w.Line("%s", rule)
	for _, a := range all {
		row := "| `" + a.Name + "` |"
		for _, p := range spec.All() {
			cell := asking(a, p)
			if slices.Contains(a.Promised, p.Name) {
				cell = "**" + cell + "**"
			}
			row += " " + cell + " |"
		}
		w.Line("%s", row)
	}
	w.Line("")
	w.Line("| no meaning | for | because |")
	w.Line("|---|---|---|")
	for _, s := range silences(all) {
		w.Line("| %s | %s | %s |", s.of, s.algorithms, s.why)
	}
	w.Line("")
	return w.Err
}

type silenceRow struct{ of, algorithms, why string }

// silences lists the properties without a meaning, the algorithms concerned, and the reason, each once.
func silences(all []model.Algorithm) (rows []silenceRow) {
	for _, a := range all {
		for _, s := range meaningless(a) {
			of := "`" + strings.Join(s.properties, "` `") + "`"
			i := slices.IndexFunc(rows, func(r silenceRow) bool { return r.of == of && r.why == s.why })
			if i < 0 {
				rows = append(rows, silenceRow{of, "`" + a.Name + "`", s.why})
				continue
			}
			rows[i].algorithms += fmt.Sprintf(" `%s`", a.Name)
		}
	}
	slices.SortStableFunc(rows, func(a, b silenceRow) int { return cmp.Compare(a.of, b.of) })
	return rows
}
