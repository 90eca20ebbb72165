package report

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// sentence is a step in the lectures' terms, with the rules that it may be an occurrence of.
func (f *Findings) sentence(o world.Occurrence) string {
	text := f.deed(o)
	if rules := rulesOf(f.Request.World.Algorithm, o); len(rules) > 0 {
		text += " (" + cited(rules) + ")"
	}
	for _, c := range o.Changes {
		text += consequence(o, c)
	}
	if len(o.Sends) > 0 {
		text += " and sends " + messages(o)
	}
	if o.CrashAfter > 0 {
		text += fmt.Sprintf(", and dies after %d of its %d messages", o.CrashAfter, o.Of)
	}
	for i, m := range o.Wreck {
		if i == 0 && !f.resends() {
			text += "; with it is lost"
		} else if i == 0 {
			text += "; the ring sends on"
		} else {
			text += ","
		}
		text += fmt.Sprintf(" %s from P%d", m.Message, m.From)
	}
	return text
}

func (f *Findings) resends() bool {
	c := f.Request.World
	return c.Repair == world.Resent && c.Algorithm.Topology.IsRing()
}

// deed is what happens, without what comes of it.
func (f *Findings) deed(o world.Occurrence) string {
	actor, peer := fmt.Sprintf("P%d", o.Process), fmt.Sprintf("P%d", o.Peer)
	timer, isTimer := strings.CutPrefix(o.Action, "timeout ")
	choice, isDraw := strings.CutPrefix(o.Action, "draw ")
	switch {
	case timer == "heartbeat":
		return actor + " says that it lives"
	case timer == "timer":
		return actor + " waits until its timer fires"
	case isTimer:
		return fmt.Sprintf("%s waits until its timer %s fires", actor, timer)
	case isDraw:
		return actor + " draws " + choice
	}
	switch o.Action {
	case "start":
		return actor + " starts an election"
	case "deliver":
		return fmt.Sprintf("%s takes %s of %s", actor, o.Message, peer)
	case "deliver and keep":
		return fmt.Sprintf("%s takes %s of %s, and the channel keeps another", actor, o.Message, peer)
	case "detect":
		return fmt.Sprintf("%s finds out that %s is dead", actor, peer)
	case "suspect":
		return fmt.Sprintf("%s believes that %s is dead, which lives", actor, peer)
	case "report":
		return fmt.Sprintf("%s hears of its detector that %s is dead", actor, peer)
	case "withdraw":
		return fmt.Sprintf("%s hears of its detector that %s lives after all", actor, peer)
	case "crash":
		return actor + " dies"
	case "restart":
		return actor + " comes back"
	case "recover":
		return actor + " recovers"
	case "lose":
		return fmt.Sprintf("%s of %s is lost on its way to %s", o.Message, peer, actor)
	case "tick":
		return "a tick of the clock passes"
	case "bounds hold":
		return "the bounds of the clock begin to hold"
	case "mistakes end":
		return "the detector makes no mistakes from now on"
	}
	return actor + " does " + o.Action
}

// consequence says what a step means for whom someone considers elected. What else it changes
// stands in the drawing.
func consequence(o world.Occurrence, c world.Change) string {
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

// messages lists what leaves in a step, the same to several together.
func messages(o world.Occurrence) string {
	var parts []string
	for i, s := range o.Sends {
		to := fmt.Sprintf("P%d", s.To)
		if s.To == o.Process {
			to = "itself"
		}
		if s.Lost {
			to += " (in vain)"
		}
		if i > 0 && s.Message == o.Sends[i-1].Message {
			parts[len(parts)-1] += ", " + to
			continue
		}
		parts = append(parts, s.Message+" to "+to)
	}
	return strings.Join(parts, ", ")
}

// narrative tells steps one after the other, ticks of the clock together.
func (f *Findings) narrative(occurrences []world.Occurrence) string {
	var told []string
	for i := 0; i < len(occurrences); i++ {
		n := 0
		for i+n < len(occurrences) && occurrences[i+n].Action == "tick" && len(occurrences[i+n].Changes) == 0 {
			n++
		}
		if n > 1 {
			told = append(told, fmt.Sprintf("%d ticks of the clock pass", n))
			i += n - 1
			continue
		}
		told = append(told, f.sentence(occurrences[i]))
	}
	for i, words := range told {
		told[i] = strings.ToUpper(words[:1]) + words[1:] + "."
	}
	return strings.Join(told, " ")
}

// fold breaks a paragraph into lines of at most a hundred letters.
func fold(paragraph, indent string) []string {
	var lines []string
	line := indent
	for _, word := range strings.Fields(paragraph) {
		if line != indent && len([]rune(line))+1+len([]rune(word)) > 100 {
			lines, line = append(lines, line), indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// several joins words with commas, each once.
func several(words []string) string {
	var once []string
	for _, w := range words {
		if !slices.Contains(once, w) {
			once = append(once, w)
		}
	}
	return strings.Join(once, ", ")
}
