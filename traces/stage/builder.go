package stage

import (
	"encoding/json"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// A builder adds states and steps in turn, and follows each message from its first state to its last.
type builder struct {
	run    *Run
	known  map[any]int      // the places in run.Locals, run.Choices and run.Refusals, by what stands there
	under  []int            // places in run.Messages of the messages in transit
	by     world.Occurrence // the step that leads to the next state
	chosen *int             // the number of that step
}

func newBuilder(ids []model.ID) *builder {
	return &builder{
		run: &Run{Format: Format, Processes: ids, Rules: []Rule{}, Properties: []Property{}, Words: []string{}, Locals: []Local{},
			Messages: []Message{}, Choices: []Choice{}, Refusals: []Refusal{}, States: []State{}, Steps: []Step{}},
		known: map[any]int{},
	}
}

// place finds the value of a key in a list, or adds it.
func place[T any](b *builder, list *[]T, key any, value T) int {
	at, known := b.known[key]
	if !known {
		at = len(*list)
		*list, b.known[key] = append(*list, value), at
	}
	return at
}

func (b *builder) choice(c Choice) int   { return place(b, &b.run.Choices, c, c) }
func (b *builder) refusal(r Refusal) int { return place(b, &b.run.Refusals, r, r) }

// local is the place of a local state in the run's list.
func (b *builder) local(l Local) int {
	text, err := json.Marshal(l)
	if err != nil {
		panic("stage: a local state is no JSON: " + err.Error())
	}
	return place(b, &b.run.Locals, string(text), l)
}

// step adds a step; the state to which it leads comes next.
func (b *builder) step(s Step, o world.Occurrence) {
	s.Choice, b.chosen, b.by = b.chosen, nil, o
	b.run.Steps = append(b.run.Steps, s)
}

// state adds a state: the local states in ring order, and the messages in transit. What the last step has sent in vain is
// in no state.
func (b *builder) state(members []Local, flying []world.Flight) {
	var s State
	for _, m := range members {
		s.Locals = append(s.Locals, b.local(m))
	}
	now := len(b.run.States)
	gone := b.settle(now, flying)
	for _, sent := range b.by.Sends {
		if sent.Lost {
			b.run.Messages = append(b.run.Messages, Message{From: b.by.Process, To: sent.To, Text: sent.Message, Kind: kindOf(sent.Message), Sent: now, End: &now, Fate: "lost"})
		}
	}
	b.fates(now, gone)
	b.run.States = append(b.run.States, s)
}

// settle matches the messages in transit with those of the state before: each with the oldest of its channel that has
// its text. It adds the new ones, and returns those that are gone.
func (b *builder) settle(now int, flying []world.Flight) (gone []int) {
	before, under := slices.Clone(b.under), []int(nil)
	if i := b.find(before, b.by.Peer, b.by.Process, b.by.Message); b.by.Message != "" && i >= 0 {
		b.run.Steps[now-1].Takes = &before[i]
		if b.by.Action != "deliver and keep" {
			gone, before = append(gone, before[i]), slices.Delete(slices.Clone(before), i, i+1)
		}
	}
	for _, f := range flying {
		if i := b.find(before, f.From, f.To, f.Message); i >= 0 {
			under, before = append(under, before[i]), slices.Delete(before, i, i+1)
			continue
		}
		under = append(under, len(b.run.Messages))
		b.run.Messages = append(b.run.Messages, Message{From: f.From, To: f.To, Text: f.Message, Kind: kindOf(f.Message), Sent: now, Fate: "open"})
	}
	b.under = under
	return append(gone, before...)
}

// find is the place in a list of messages of the first one like that.
func (b *builder) find(list []int, from, to model.ID, text string) int {
	return slices.IndexFunc(list, func(i int) bool {
		m := b.run.Messages[i]
		return m.From == from && m.To == to && m.Text == text
	})
}

// fates says what became of the messages that are gone: one was taken, or lost, by the step; others, on their way to a
// process that died, moved to the next one on the ring, or are lost.
func (b *builder) fates(now int, gone []int) {
	for _, i := range gone {
		m := &b.run.Messages[i]
		m.End, m.Fate = &now, "lost"
		step := b.run.Steps[now-1]
		switch {
		case step.Takes != nil && *step.Takes == i && step.Action == "lose":
		case step.Takes != nil && *step.Takes == i:
			m.Fate = "taken"
		case slices.ContainsFunc(b.run.Messages, func(o Message) bool {
			return o.From == m.From && o.To != m.To && o.Text == m.Text && o.Sent == now && o.Fate == "open"
		}):
			m.Fate = "moved"
		}
	}
}

// kindOf is the kind of a message: ELECTION of ELECTION(9).
func kindOf(text string) string {
	kind, _, _ := strings.Cut(text, "(")
	return kind
}
