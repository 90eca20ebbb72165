// Package knowledge decides what the rules of an algorithm use of the group. If a rule acts the same in every
// situation although a process is shown only a part of the group, then it needs no more than that part. An
// algorithm whose processes need to know only themselves is uniform, as lecture 001 calls it. So is one that acts
// the same in a larger group.
package knowledge

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// A Part is what a process is shown of the group.
type Part string

const (
	Itself Part = "itself" // only itself
	Higher Part = "higher" // itself and those above it
	Larger Part = "larger" // all, and two more at the end: rules that act the same do not use the size of the group
)

// A Finding is the result for one world.
type Finding struct {
	World      world.Config
	Part       Part
	Counts     *checker.Report
	Situations int // each a process, its local state, and an event or a question to it
	Differ     []Difference
}

// A Difference is a situation in which a process acts differently if it is shown only the part.
type Difference struct{ Situation, Whole, Part string }

// Find explores a world and applies the rules twice in each situation: with the whole group, and with the part.
// The run continues with the outcome for the whole group.
func Find(ctx context.Context, c world.Config, part Part, options checker.Options) (*Finding, error) {
	if err := c.Validate(); err != nil { // of the unchanged rules
		return nil, err
	}
	w := &witness{part: part, seen: map[string]Difference{}}
	make := c.Algorithm.Make
	c.Algorithm.Make = func(v model.Variant) model.Handler { return watched{make(v), w} }
	_, counts, err := world.Explore(ctx, c, func(*world.World) []checker.Property { return nil }, options)
	if err != nil {
		return nil, err
	}
	f := &Finding{World: c, Part: part, Counts: counts, Situations: len(w.seen)}
	for _, situation := range slices.Sorted(maps.Keys(w.seen)) {
		if d := w.seen[situation]; d.Whole != d.Part {
			f.Differ = append(f.Differ, d)
		}
	}
	return f, nil
}

// A witness remembers every situation, for workers that reach it in any order.
type witness struct {
	part Part
	sync.Mutex
	seen map[string]Difference
}

// shown is the part of the group that process id sees.
func (w *witness) shown(id model.ID, group *model.Group) *model.Group {
	if w.part == Larger {
		next := slices.Max(group.Ring) + 1
		return model.NewGroup(append(slices.Clone(group.Ring), next, next+1))
	}
	return model.NewGroup(slices.DeleteFunc(slices.Clone(group.Ring), func(other model.ID) bool {
		return other != id && (w.part == Itself || other < id)
	}))
}

// cut applies a rule to the part. A rule that panics because a process is missing needs more than the part.
func cut(rule func() any) (does any) {
	defer func() {
		if recover() != nil {
			does = "it cannot be followed"
		}
	}()
	return rule()
}

// A situation is a process in a local state with the event it handles or the question it answers.
type situation struct {
	id    model.ID
	group *model.Group
	local model.Local
	what  string
}

// twice remembers what a rule does in a situation with the whole group, and with the part.
func (w *witness) twice(s situation, rule func(*model.Group) any) {
	whole, part := rule(s.group), cut(func() any { return rule(w.shown(s.id, s.group)) })
	var d Difference
	if !reflect.DeepEqual(whole, part) {
		d = Difference{s.String(), s.told(whole), s.told(part)}
		if d.Whole == d.Part {
			d.Part += ", and something that no variable shows is different"
		}
	}
	w.Lock()
	w.seen[fmt.Sprintf("P%d, %+v, %s", s.id, s.local, s.what)] = d
	w.Unlock()
}

// watched is a handler that tries its rules twice before it follows them.
type watched struct {
	model.Handler
	*witness
}

func (h watched) Handle(self model.Self, e model.Event) model.Outcome {
	h.twice(situation{self.ID, self.Group, self.Local, happens(e)}, func(group *model.Group) any {
		shown := self
		shown.Group = group
		return h.Handler.Handle(shown, e)
	})
	return h.Handler.Handle(self, e)
}

func (h watched) Timers(id model.ID, group *model.Group, local model.Local) []model.Timer {
	h.twice(situation{id, group, local, "is asked which timers run"}, func(group *model.Group) any { return h.Handler.Timers(id, group, local) })
	return h.Handler.Timers(id, group, local)
}

func (h watched) Suspects(id model.ID, group *model.Group, local model.Local) (report, withdraw []model.ID) {
	h.twice(situation{id, group, local, "is asked for its suspicions"}, func(group *model.Group) any {
		report, withdraw := h.Handler.Suspects(id, group, local)
		return [2][]model.ID{report, withdraw}
	})
	return h.Handler.Suspects(id, group, local)
}

// String puts a situation into words: P1 (mode idle, elected ⊥) starts an election.
func (s situation) String() string {
	var words []string
	for _, v := range model.Variables(s.group, s.local) {
		words = append(words, v.Name+" "+v.Value)
	}
	return fmt.Sprintf("P%d (%s) %s", s.id, strings.Join(words, ", "), s.what)
}

// told describes the outcome of a rule in a situation, or its answer: the changes, and the messages in order.
// Equal messages to several processes are one.
func (s situation) told(does any) string {
	out, isOutcome := does.(model.Outcome)
	if !isOutcome {
		return fmt.Sprint(does)
	}
	var parts, sent []string
	before := model.Variables(s.group, s.local)
	for i, v := range model.Variables(s.group, out.Local) {
		if before[i] != v {
			parts = append(parts, s.change(v, before[i].Value))
		}
	}
	for i, send := range out.Sends {
		if i > 0 && out.Sends[i-1].Message == send.Message {
			sent[len(sent)-1] += fmt.Sprintf(", P%d", send.To)
		} else {
			sent = append(sent, fmt.Sprintf("%s to P%d", send.Message, send.To))
		}
	}
	if sent != nil {
		parts = append(parts, "sends "+strings.Join(sent, ", then "))
	}
	if parts == nil {
		return "does nothing"
	}
	return strings.Join(parts, ", ")
}

// change puts one variable into words, if possible into those that reports of runs use.
func (s situation) change(v model.Variable, was string) string {
	awaited, waits := strings.CutPrefix(v.Value, "waiting for ")
	switch {
	case v.Name == "mode" && waits:
		return "waits for " + awaited
	case v.Name == "mode":
		return "is " + v.Value
	case v.Name == "elected" && v.Value == model.Spell(s.id):
		return "becomes the leader"
	}
	return fmt.Sprintf("%s %s → %s", v.Name, was, v.Value)
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
		return fmt.Sprintf("waits until its timer %s fires", e.Timer)
	}
	return fmt.Sprintf("%+v", e)
}
