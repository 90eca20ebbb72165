package story

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// words is a step as a script spells it.
func words(o world.Occurrence) string {
	var text string
	switch {
	case o.Message != "":
		text = fmt.Sprintf("%s %s of P%d to P%d", o.Action, o.Message, o.Peer, o.Process)
	case o.Peer != model.Nobody:
		text = fmt.Sprintf("%s P%d at P%d", o.Action, o.Peer, o.Process)
	case strings.HasPrefix(o.Action, "timeout "):
		text = fmt.Sprintf("%s at P%d", o.Action, o.Process)
	default:
		text = fmt.Sprintf("%s P%d", o.Action, o.Process)
	}
	if o.CrashAfter > 0 {
		text += fmt.Sprintf(", dying after %d of %d", o.CrashAfter, o.Of)
	}
	return text
}

// A standing is how things stand: what facts are about.
type standing struct {
	people []world.Person
	flying []world.Flight
	sent   int
}

// lacks says how a fact is not so, or nothing.
func (s standing) lacks(fact string) string {
	flights := s.flights()
	switch message, isFlight := strings.CutSuffix(fact, " on the way"); {
	case fact == "nothing on the way" && len(flights) > 0:
		return "on the way is " + strings.Join(flights, "; ")
	case fact == "nothing on the way":
		return ""
	case isFlight && strings.HasPrefix(message, "no "):
		if slices.Contains(flights, message[len("no "):]) {
			return "on the way is " + strings.Join(flights, "; ")
		}
		return ""
	case isFlight && !slices.Contains(flights, message):
		return "on the way is " + strings.Join(append(flights, "nothing else"), "; ")
	case isFlight:
		return ""
	}
	var n int
	if _, err := fmt.Sscanf(fact, "%d message", &n); err == nil {
		if n != s.sent {
			return fmt.Sprintf("sent so far are %d", s.sent)
		}
		return ""
	}
	who, what, _ := strings.Cut(fact, " ")
	known := false
	for _, p := range s.people {
		name := fmt.Sprintf("P%d", p.ID)
		if who != name && (who != "all" || !p.Live) {
			continue
		}
		known = true
		if !slices.Contains(traits(p), what) {
			return fmt.Sprintf("of %s is true: %s", name, strings.Join(traits(p), ", "))
		}
	}
	if !known {
		return fmt.Sprintf("there is no %s here", who)
	}
	return ""
}

// traits are all that can be said of a process.
func traits(p world.Person) []string {
	if !p.Live {
		return []string{"dead"}
	}
	all := []string{"live"}
	for _, v := range p.Variables {
		all = append(all, v.Name+" "+v.Value)
	}
	return all
}

func (s standing) flights() (all []string) {
	for _, f := range s.flying {
		all = append(all, fmt.Sprintf("%s of P%d to P%d", f.Message, f.From, f.To))
	}
	return all
}
