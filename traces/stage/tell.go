package stage

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"slices"
	"strings"
	"sync"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// Tell makes the document of a path through a world; nil if ctx ends before. A finite path that ends where nothing can
// happen stays there.
func Tell(ctx context.Context, w *world.World, p *checker.Path) *Run {
	c, story := w.Config(), w.Tell(p)
	b := newBuilder(c.IDs)
	b.run.Algorithm, b.run.Topology, b.run.Rules = c.Algorithm.Name, topologies[c.Algorithm.Topology], Cards(c.Algorithm)
	cards, transitions := c.Algorithm.Rules(), slices.Concat(p.Stem, p.Cycle)
	ticks, told := 0, slices.Concat(story.Stem, story.Cycle)
	for i, s := range p.States() {
		if ctx.Err() != nil {
			return nil
		}
		snapshot := w.Snapshot(s)
		var members []Local
		for _, m := range snapshot.Members {
			members = append(members, LocalOf(m))
		}
		if i > 0 {
			o := told[i-1]
			step := occurred(o)
			step.Rules = Follows(cards, o.Rules)
			b.step(step, o)
			if o.Action == "tick" {
				ticks++
			}
		}
		b.state(members, snapshot.InFlight)
		now := &b.run.States[i]
		if c.IsClocked() {
			now.Clock = clock(ticks, snapshot.Settles)
		}
		if svg, err := w.Drawing(s); svg != "" || err != nil {
			now.Drawing = checked(svg, err)
		}
		var next *checker.Transition
		if i < len(transitions) {
			next = &transitions[i]
		}
		b.choices(now, w, s, next)
	}
	if last := b.run.States[len(transitions)]; p.Lasso || last.Can != nil && len(last.Can) == 0 {
		at := len(p.Stem)
		b.run.Cycle = &at
	}
	return b.run.readable()
}

// mostDrawing is the size of the largest drawing of a state, in bytes.
const mostDrawing = 20_000

// checked is what an election draws of a state. One that is too large or not well-formed, and an error of the election, become a
// line of text.
func checked(svg string, err error) string {
	if err == nil && len(svg) > mostDrawing {
		err = fmt.Errorf("Draw: the drawing has %d bytes; %d are allowed", len(svg), mostDrawing)
	}
	if err == nil {
		if wrong := xml.Unmarshal([]byte("<svg>"+svg+"</svg>"), new(struct{})); wrong != nil {
			err = fmt.Errorf("Draw: not well-formed: %w", wrong)
		}
	}
	if err == nil {
		return svg
	}
	reason := []rune(strings.Join(strings.Fields(err.Error()), " "))
	return `<text x="8" y="20">` + html.EscapeString(string(reason[:min(len(reason), 300)])) + `</text>`
}

var topologies = map[model.Topology]string{model.Complete: "complete", model.Cycle: "ring", model.BothWays: "both-ways"}

func clock(ticks, settles int) string {
	switch words := fmt.Sprintf("time %d", ticks); {
	case settles == world.Unlimited:
		return words + ", the bounds do not hold yet"
	case settles > 0:
		return fmt.Sprintf("%s, the bounds hold within %d", words, settles)
	default:
		return words
	}
}

// Topology is how the processes of an election are linked: ring, both-ways or complete.
func Topology(a model.Algorithm) string { return topologies[a.Topology] }

// LocalOf is the local state of a process.
func LocalOf(m world.Member) Local {
	l := Local{Live: m.Live, Role: m.Status.Role(m.ID), Elected: m.Status.Elected, Variables: [][2]string{}, Awaits: m.Awaits, Heard: m.Heard, Suspects: m.Suspects}
	variables := m.Variables
	if !m.Live {
		l.Role, variables = "dead", m.Kept
	}
	for _, v := range variables {
		l.Variables = append(l.Variables, [2]string{v.Name, v.Value})
	}
	for _, t := range m.Armed {
		l.Timers = append(l.Timers, Timer{Name: t.Name, Of: t.Of, Left: t.Left, Total: t.Total})
	}
	return l
}

// Cards are the rules of an election, each with its Go and its TLA+ where it has them.
func Cards(a model.Algorithm) []Rule {
	cards := []Rule{}
	for _, r := range a.Rules() {
		c := Rule{ID: r.ID, When: r.When, Text: r.Text}
		if !a.Own {
			found, known := sources.Load(r.ID)
			if !known {
				found, _ = sources.LoadOrStore(r.ID, [2]string{model.GoOf(r.ID), spec.TLA(r.ID)})
			}
			c.Go, c.TLA = found.([2]string)[0], found.([2]string)[1]
		}
		cards = append(cards, c)
	}
	return cards
}

// sources are the Go and the TLA+ of rules that have been looked for, by id.
var sources sync.Map

// Follows are rules that were followed, with their values filled in.
func Follows(cards []spec.Rule, rules []model.Fired) []Fired {
	all := []Fired{}
	for _, r := range rules {
		all = append(all, Fired{ID: r.ID, Text: r.Text(cards)})
	}
	return all
}

func occurred(o world.Occurrence) Step {
	return Step{Process: o.Process, Action: o.Action, Peer: o.Peer, Says: sentence(o.Words(), o), Rules: []Fired{}, Crashed: o.CrashAfter > 0}
}

// sentence is a step, in words, with what comes of it.
func sentence(text string, o world.Occurrence) string {
	for _, c := range o.Changes {
		if c.Variable == "elected" && c.Process == o.Process {
			text += Consequence(o, c)
		}
	}
	if len(o.Sends) > 0 {
		text += " and sends " + Messages(o, "")
	}
	if o.CrashAfter > 0 {
		text += fmt.Sprintf(", and dies after %d of its %d messages", o.CrashAfter, o.Of)
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// Consequence words a change of elected, or of leader; "" for other variables.
func Consequence(o world.Occurrence, c world.Change) string {
	if c.Variable != "elected" && c.Variable != "leader" {
		return ""
	}
	who := ""
	if c.Process != o.Process {
		who = fmt.Sprintf(" P%d", c.Process)
	}
	switch c.To {
	case model.Spell(c.Process):
		return "," + who + " becomes the leader"
	case model.Spell(model.Nobody):
		return fmt.Sprintf(",%s forgets P%s", who, c.From)
	}
	return fmt.Sprintf(",%s takes P%s for the leader", who, c.To)
}

// Messages lists what leaves in a step; a message to several receivers is listed once. The mark is put behind the receivers of lost ones.
func Messages(o world.Occurrence, lost string) string {
	var parts []string
	for i, s := range o.Sends {
		to := fmt.Sprintf("P%d", s.To)
		if s.To == o.Process {
			to = "itself"
		}
		if s.Lost {
			to += lost
		}
		if i > 0 && s.Message == o.Sends[i-1].Message {
			parts[len(parts)-1] += ", " + to
			continue
		}
		parts = append(parts, s.Message+" to "+to)
	}
	return strings.Join(parts, ", ")
}

// choices lists the steps from a state in the world's order, without those that a bound of ours disables, and those that are not possible.
// It keeps the number of the one that is taken next; nil: none of them. If the election panics in a step, the steps are unknown.
func (b *builder) choices(now *State, w *world.World, s checker.State, taken *checker.Transition) {
	can := []int{}
	fault := w.Try(s, func(step checker.Step, to checker.State) {
		if to == nil {
			return
		}
		if taken != nil && step.Code == taken.Step.Code && slices.Equal(to, taken.To) {
			n := len(can)
			b.chosen = &n
		}
		o := w.Occurrence(s, step)
		c := Choice{Text: o.Line(), Process: o.Process, Action: o.Action, Peer: o.Peer, Message: o.Message, Owed: step.Fairness != checker.None}
		if step.Bound != 0 {
			c.Bound = w.Bounds()[step.Bound-1]
		}
		can = append(can, b.choice(c))
	})
	if fault != nil {
		r := Refusal{Action: "panic", Why: fault.Error()}
		if blamed := (*model.Fault)(nil); errors.As(fault, &blamed) {
			r.Process = blamed.Of
		}
		now.Cannot, b.chosen = []int{b.refusal(r)}, nil
		return
	}
	now.Can, now.Cannot = can, []int{}
	for _, d := range w.Disabled(s) {
		if !strings.HasPrefix(d.Why, world.Empty) { // an empty channel is seen
			now.Cannot = append(now.Cannot, b.refusal(Refusal{d.Process, d.Action, d.Peer, d.Why}))
		}
	}
}
