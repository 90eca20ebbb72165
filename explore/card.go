package explore

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/spec"
)

// card describes an algorithm: what it is, its rules, its world, its promises, and commands to try.
func card(p *command.Program, names []string, out io.Writer) error {
	a, _ := p.Algorithm(names[0])
	w := &prose.Writer{Out: out}
	w.Line("%s: %s (%s)", a.Name, a.Title, a.Source)
	page, where := cmp.Or(map[bool]string{true: model.ConsensusName}[a.On != ""], a.Name)+".md", ""
	if about := spec.About(page); about != "" && !a.Own {
		w.Line("")
		w.Paragraph(about)
		where = " (spec/" + page + ")"
	}
	if rules := a.Rules(); len(rules) > 0 {
		w.Line("")
		w.Line("Rules%s", where)
		for _, rule := range rules {
			w.Line("  %-5s %s", rule.ID, shortened(rule.Text, prose.Width(w)-8))
		}
	}
	w.Line("")
	w.Entry("world", a.World, 9)
	w.Entry("default", check.DefaultWorld(a), 9)
	w.Entry("promises", strings.Join(a.Promised, ", "), 9)
	var asked []string
	for _, property := range a.Usual() {
		asked = append(asked, property.Name)
	}
	if slices.Sort(asked); !slices.Equal(asked, slices.Sorted(slices.Values(a.Promised))) {
		w.Entry("asked", strings.Join(asked, ", "), 9)
	}
	w.Line("")
	w.Line("Try")
	flag := " -algo=" + a.Name
	for _, try := range []struct{ args, shows string }{
		{fmt.Sprintf("%s -n=%d", flag, min(4, max(a.Reach(), 3))), "checks every interleaving and every crash point"},
		{" step" + flag + " -n=3", "steps through an election"},
		{" help " + a.Name, "lists the flags of its world"},
	} {
		w.Line("  %-50s %s", p.Name+try.args, try.shows)
	}
	return w.Err
}

// shortened is the beginning of a text in one line.
func shortened(text string, width int) string {
	if len([]rune(text)) <= width {
		return text
	}
	return prose.Fold(text, "", width-2)[0] + " …"
}
