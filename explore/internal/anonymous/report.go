package anonymous

import (
	"fmt"
	"io"

	"interrex/internal/check"
	"interrex/internal/prose"
)

// Classes reports on all protocols of some sizes on anonymous rings, and on the controls.
type Classes struct {
	request *asked
	found   []*Census
}

// Progress describes the census added last.
func (c *Classes) Progress() string {
	last := c.found[len(c.found)-1]
	return fmt.Sprintf("%d of %d: %s", len(c.found), len(c.request.Classes)+len(c.request.Controls), className(last.Class))
}

func className(c Class) string {
	name := fmt.Sprintf("%s ring of %d, %s, %s", ringName(c), c.Processes, prose.Plural(c.States, "local state"), prose.Plural(c.Messages, "message"))
	if c.Distinguished {
		name += ", one process distinguished"
	}
	return name
}

func ringName(c Class) string {
	if c.Bidirectional {
		return "bidirectional"
	}
	return "unidirectional"
}

// split separates the classes from the controls.
func (c *Classes) split() (classes, controls []*Census) {
	for _, census := range c.found {
		if census.Distinguished {
			controls = append(controls, census)
		} else {
			classes = append(classes, census)
		}
	}
	return classes, controls
}

// complete reports whether all classes and controls were tried to the end.
func (c *Classes) complete() bool {
	for _, census := range c.found {
		if !census.Complete {
			return false
		}
	}
	return len(c.found) == len(c.request.Classes)+len(c.request.Controls)
}

// Exit is 0 if no anonymous protocol elects. If one did, it would be a bug of ours.
func (c *Classes) Exit() int {
	classes, _ := c.split()
	for _, census := range classes {
		if census.Fates[Elects] > 0 {
			return check.ExitBug
		}
	}
	if !c.complete() {
		return check.ExitInconclusive
	}
	return check.ExitHolds
}

// Text writes the tables for people.
func (c *Classes) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   anonymous: every deterministic protocol of a size, on a ring of identical processes", check.Version)
	w.Line("")
	w.Line("Each process starts once. Then it takes one message after the other: depending on its local state,")
	w.Line("the message and its side, it goes to a local state, and sends one message or none. N is")
	w.Line("known, channels are FIFO, nobody crashes. Some local states are marked: a process in one leads.")
	w.Line("A protocol elects if in every fair run, from some moment on, exactly one leads, always the same.")
	classes, controls := c.split()
	c.table(w, classes)
	w.Line("")
	w.Line("elect: in every fair run. For the others, a shortest fair run shows that in the end nobody leads,")
	w.Line("several lead, or it never settles. by luck: some run ends with exactly one leader. Protocols that")
	w.Line("differ only in the names of states and messages are tried once. states: explored, of all rings.")
	if len(classes) > 0 {
		w.Line("")
		w.Line("In lockstep: with each of these protocols, when all take turns, each round ended with all processes in")
		w.Line("one local state, and with the same messages in transit to each: all lead or none.")
	}
	if len(c.request.Controls) == 0 {
		w.Line("")
		w.Line("No control, in which one process is distinguished: that class is too large to be tried.")
	}
	if len(controls) > 0 {
		w.Line("")
		w.Line("The control: process 1 has a start of its own, and everything else is the same.")
		c.table(w, controls)
	}
	w.Line("")
	w.Line("reproduce: %s", c.request.Reproduce())
	w.Line("%s", c.Verdict())
	return w.Err
}

func (c *Classes) table(w *prose.Writer, found []*Census) {
	w.Line("")
	w.Line("  %-14s  N states messages   protocols      states     elect      nobody     several     never      by luck", "ring")
	w.Line("  %-14s                                                          leads        lead    settled", "")
	for _, census := range found {
		f := census.Fates
		w.Line("  %-14s %2d %6d %8d %11s %11s %9s %11s %11s %10s %11s", ringName(census.Class), census.Processes, census.States,
			census.Messages, prose.Grouped(census.Protocols), prose.Grouped(census.Explored), prose.Grouped(f[Elects]), prose.Grouped(f[NobodyLeads]),
			prose.Grouped(f[SeveralLead]), prose.Grouped(f[NeverSettles]), prose.Grouped(census.Lucky))
	}
}

// JSON writes the counts of each class, the controls last.
func (c *Classes) JSON(out io.Writer) error {
	fates := func(counts [numberOfFates]int) map[string]int {
		return map[string]int{"elects": counts[Elects], "nobody_leads": counts[NobodyLeads], "several_lead": counts[SeveralLead], "never_settles": counts[NeverSettles]}
	}
	classes := []map[string]any{}
	for _, f := range c.found {
		class := map[string]any{"ring": ringName(f.Class), "n": f.Processes, "states": f.States, "messages": f.Messages, "distinguished": f.Distinguished,
			"complete": f.Complete, "protocols": f.Protocols, "explored": f.Explored, "by_luck": f.Lucky, "fates": fates(f.Fates)}
		if !f.Distinguished {
			class["lockstep"] = fates(f.Lockstep)
		}
		classes = append(classes, class)
	}
	return prose.JSON(out, map[string]any{"interrex": check.Version, "classes": classes, "complete": c.complete(), "exit": c.Exit()})
}

// Verdict is the last line.
func (c *Classes) Verdict() string {
	classes, controls := c.split()
	tried, elect, controlled := 0, 0, 0
	for _, census := range classes {
		tried, elect = tried+census.Protocols, elect+census.Fates[Elects]
	}
	for _, census := range controls {
		controlled += census.Fates[Elects]
	}
	verdict := fmt.Sprintf("%s of %s anonymous protocols elect", prose.Grouped(elect), prose.Grouped(tried))
	if elect == 0 {
		verdict = fmt.Sprintf("none of %s anonymous protocols elects", prose.Grouped(tried))
	}
	if len(controls) > 0 {
		verdict += fmt.Sprintf("; with one process distinguished %s do", prose.Grouped(controlled))
	}
	if !c.complete() {
		verdict = "inconclusive: " + verdict + "; bounded by an interrupt"
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, c.Exit())
}
