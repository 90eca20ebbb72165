package explore

import (
	"fmt"
	"strings"
	"testing"

	"interrex/internal/flags"
	"interrex/internal/golden"
)

// TestReference: docs/reference.md has all commands and flags; what the commands share stands with check alone.
func TestReference(t *testing.T) {
	p := Program{}.commands("explore")
	shared := p.Command("check").New(p).Flags()
	var page strings.Builder
	for _, c := range p.Commands {
		fmt.Fprintf(&page, "\n### explore %s %s\n\n%s%s.\n", c.Name, c.Usage, strings.ToUpper(c.Short[:1]), c.Short[1:])
		if c.Long != "" {
			page.WriteString("\n" + c.Long + "\n")
		}
		var own flags.Table
		took := false
		for _, f := range c.New(p).Flags() {
			if of, isShared := shared.Find(f.Name); c.Name == "check" || !isShared || of.Help != f.Help {
				own = append(own, f)
			} else if f.Name != "" {
				took = true
			}
		}
		page.WriteString(own.Markdown())
		if took {
			page.WriteString("\nIt takes flags of check, too.\n")
		}
	}
	golden.Part(t, "../docs/reference.md", "explore", page.String()+"\n")
}
