package knowledge

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
)

// String puts a situation into words: P1 (mode idle, elected ⊥) starts an election.
func (s situation) String() string {
	var words []string
	for _, v := range model.Variables(s.group, s.local) {
		words = append(words, v.Name+" "+v.Value)
	}
	return fmt.Sprintf("P%d (%s) %s", s.id, strings.Join(words, ", "), s.what)
}

// told puts the outcome of a rule in a situation, or its answer, into words.
func (s situation) told(does any) string {
	switch does := does.(type) {
	case model.Outcome:
		return s.outcome(does)
	case []model.Timer:
		return orElse(timers(does), "no timer")
	case suspicions:
		return suspects(does)
	}
	return fmt.Sprint(does)
}

// outcome says what the process becomes and what it sends. Outcomes that differ have different texts.
func (s situation) outcome(out model.Outcome) string {
	parts := s.changes(out.Local)
	if sent := sends(out.Sends); sent != "" {
		parts = append(parts, sent)
	}
	if len(out.Rearmed) > 0 {
		parts = append(parts, "arms "+timers(out.Rearmed)+" anew")
	}
	if out.Elections != s.elections {
		parts = append(parts, fmt.Sprintf("may begin %d more elections", out.Elections))
	}
	if out.Capped {
		parts = append(parts, "may begin no election")
	}
	if out.Saturated {
		parts = append(parts, "counts no further")
	}
	return orElse(strings.Join(parts, ", "), "does nothing")
}

// changes lists what has changed: waits for OK, becomes the leader, term 0 → 1.
func (s situation) changes(after model.Local) (parts []string) {
	before := model.Variables(s.group, s.local)
	for _, v := range model.Variables(s.group, after) {
		i := slices.IndexFunc(before, func(was model.Variable) bool { return was.Name == v.Name })
		switch {
		case i >= 0 && before[i].Value == v.Value:
		case i < 0:
			parts = append(parts, fmt.Sprintf("%s %s", v.Name, v.Value))
		default:
			parts = append(parts, s.change(v, before[i].Value))
		}
	}
	return parts
}

// change puts one variable into words, if possible into those that reports of runs use.
func (s situation) change(v model.Variable, was string) string {
	awaited, waits := strings.CutPrefix(v.Value, "waiting for ")
	isLeader := v.Name == "elected" || v.Name == "leader"
	switch {
	case v.Name == "mode" && waits:
		return "waits for " + awaited
	case v.Name == "mode":
		return "is " + v.Value
	case isLeader && v.Value == model.Spell(s.id):
		return "becomes the leader"
	case isLeader && v.Value == model.Spell(model.Nobody):
		return "forgets P" + was
	case isLeader:
		return fmt.Sprintf("takes P%s for the leader", v.Value)
	}
	return fmt.Sprintf("%s %s → %s", v.Name, was, v.Value)
}

// sends lists messages in the order in which they leave. Equal messages to several processes are told together.
func sends(all []model.Send) string {
	var parts []string
	for i, s := range all {
		switch {
		case i > 0 && all[i-1].Message == s.Message:
			parts[len(parts)-1] += ", " + receiver(s.To)
		default:
			parts = append(parts, fmt.Sprintf("%s to %s", s.Message, receiver(s.To)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "sends " + strings.Join(parts, ", then ")
}

func receiver(to model.ID) string {
	switch to {
	case model.Nobody:
		return "the next on the ring"
	case model.Behind:
		return "the one before on the ring"
	}
	return fmt.Sprintf("P%d", to)
}

func timers(all []model.Timer) string {
	var words []string
	for _, t := range all {
		words = append(words, t.String())
	}
	return strings.Join(words, ", ")
}

// suspicions are the processes that may be reported, and those whose report may be withdrawn.
type suspicions struct{ report, withdraw []model.ID }

func suspects(s suspicions) string {
	report, withdraw := orElse(processes(s.report), "nobody"), processes(s.withdraw)
	if withdraw == "" {
		return report
	}
	return report + "; and trust again " + withdraw
}

func processes(ids []model.ID) string {
	var words []string
	for _, id := range ids {
		words = append(words, fmt.Sprintf("P%d", id))
	}
	return strings.Join(words, ", ")
}

func orElse(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// happens puts an event into words that follow the name of its process.
func happens(e model.Event) string {
	switch e.Kind {
	case model.Start:
		return "starts an election"
	case model.Detect:
		return "finds out that its leader is dead"
	case model.Receive:
		return fmt.Sprintf("takes %s of P%d", e.Message, e.From)
	case model.Timeout:
		switch t := e.Timer.String(); t {
		case "heartbeat":
			return "says that it lives"
		case "timer":
			return "waits until its timer fires"
		default:
			return fmt.Sprintf("waits until its timer %s fires", t)
		}
	case model.Report:
		return fmt.Sprintf("hears of its detector that P%d is dead", e.Of)
	case model.Withdraw:
		return fmt.Sprintf("hears of its detector that P%d lives after all", e.Of)
	case model.Recover:
		return "recovers"
	case model.Choose:
		return fmt.Sprintf("draws %d", e.Value)
	}
	panic(fmt.Sprintf("knowledge: no words for an event of kind %d", e.Kind))
}
