package replay

import (
	"bytes"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"interrex/model"
	"interrex/traces"
)

// A mutation changes one event of a trace, and reports whether it could. The lines are a copy.
type mutation struct {
	field, how string
	repaired   bool // numbers, clocks and ids are made to fit again, so that only the meaning is wrong
	make       func(all *lines, i int) bool
}

// lines are a trace in memory, with what is needed to think of another value.
type lines struct {
	list   []line
	header *traces.Header
	other  []line // of another run of the same algorithm

	values map[string][]string // of each variable, in the trace
	texts  []string            // of messages
	kinds  []string            // of actions
}

// kind is the name of an event's action, without its timer; of a message's arrival, its word too.
func kind(e *traces.Event) string {
	word, _, _ := strings.Cut(e.Action, " ")
	return word
}

// another is the next in a list, cyclically, that is not the same.
func another(list []string, value string) (string, bool) {
	i := slices.Index(list, value)
	if i < 0 || len(list) < 2 {
		return "", false
	}
	return list[(i+1)%len(list)], true
}

func anotherID(ids []int, id int) (int, bool) {
	return ids[(slices.Index(ids, id)+1)%len(ids)], len(ids) > 1
}

// edit makes a mutation of a function on a copy of the event.
func edit(field, how string, f func(all *lines, e *traces.Event) bool) mutation {
	return mutation{field: field, how: how, make: func(all *lines, i int) bool {
		e := *all.list[i].event
		e.Clock, e.Sends, e.After = slices.Clone(e.Clock), slices.Clone(e.Sends), slices.Clone(e.After)
		if e.Message != nil {
			m := *e.Message
			e.Message = &m
		}
		if !f(all, &e) {
			return false
		}
		all.list[i].event = &e
		return true
	}}
}

func fitted(m mutation) mutation {
	m.repaired = true
	return m
}

// mutations are all that is tried: every field that an event has, and the event as a whole.
func mutations() []mutation {
	var list []mutation
	list = append(list,
		edit("seq", "changed", func(_ *lines, e *traces.Event) bool { e.Seq++; return true }),
		edit("clock", "changed", func(_ *lines, e *traces.Event) bool { e.Clock[0]++; return true }),
		edit("clock", "changed", func(_ *lines, e *traces.Event) bool { e.Clock[len(e.Clock)-1]--; return e.Clock[len(e.Clock)-1]+1 != 0 }),
		edit("clock", "swapped", func(_ *lines, e *traces.Event) bool {
			n := len(e.Clock)
			e.Clock[0], e.Clock[n-1] = e.Clock[n-1], e.Clock[0]
			return e.Clock[0] != e.Clock[n-1]
		}),
		edit("clock", "dropped", func(_ *lines, e *traces.Event) bool { e.Clock = e.Clock[1:]; return true }),
		edit("action", "changed", func(all *lines, e *traces.Event) bool {
			other, ok := another(all.kinds, e.Action)
			e.Action = other
			return ok
		}),
		edit("timer", "changed", func(all *lines, e *traces.Event) bool {
			timers := slices.DeleteFunc(slices.Clone(all.kinds), func(k string) bool { return !strings.HasPrefix(k, "timeout ") })
			other, ok := another(timers, e.Action)
			e.Action, e.Timer = other, strings.TrimPrefix(other, "timeout ")
			return ok && kind(e) == "timeout"
		}),
		edit("timer", "dropped", func(_ *lines, e *traces.Event) bool { had := e.Timer != ""; e.Timer = ""; return had }),
		edit("peer", "changed", func(all *lines, e *traces.Event) (ok bool) {
			had := e.Peer != 0
			if had {
				e.Peer, ok = anotherID(all.header.IDs, e.Peer)
			}
			return ok
		}),
		edit("peer", "dropped", func(_ *lines, e *traces.Event) bool { had := e.Peer != 0; e.Peer = 0; return had }),
		edit("aside", "changed", func(_ *lines, e *traces.Event) bool { e.Aside = !e.Aside; return true }),
	)
	return slices.Concat(list, messageMutations(), sendMutations(), stateMutations(), lineMutations(), suspicionMutations())
}

func messageMutations() []mutation {
	of := func(field, how string, f func(all *lines, m *traces.Message) bool) mutation {
		return edit(field, how, func(all *lines, e *traces.Event) bool { return e.Message != nil && f(all, e.Message) })
	}
	return []mutation{
		edit("message", "dropped", func(_ *lines, e *traces.Event) bool { had := e.Message != nil; e.Message = nil; return had }),
		of("message.id", "changed", func(_ *lines, m *traces.Message) bool { m.ID += "1"; return true }),
		of("message.type", "changed", func(all *lines, m *traces.Message) bool { m.Type += "X"; return true }),
		of("message.from", "changed", func(all *lines, m *traces.Message) (ok bool) {
			m.From, ok = anotherID(all.header.IDs, m.From)
			return ok
		}),
		of("message.to", "changed", func(all *lines, m *traces.Message) (ok bool) {
			m.To, ok = anotherID(all.header.IDs, m.To)
			return ok
		}),
		of("message.text", "changed", func(all *lines, m *traces.Message) (ok bool) {
			m.Text, ok = another(all.texts, m.Text)
			return ok
		}),
		{"message", "spliced", true, func(all *lines, i int) bool { // takes another message to the same node
			e := *all.list[i].event
			if e.Message == nil {
				return false
			}
			for _, l := range all.list[:i] {
				if l.event == nil {
					continue
				}
				for _, s := range l.event.Sends {
					if s.To == e.Message.To && s.Message != e.Message.Text {
						word, _, _ := strings.Cut(s.Message, "(")
						e.Message = &traces.Message{ID: s.ID, Type: word, From: all.header.IDs[l.place], To: s.To, Text: s.Message}
						all.list[i].event = &e
						return true
					}
				}
			}
			return false
		}},
	}
}

func sendMutations() []mutation {
	of := func(field, how string, f func(all *lines, e *traces.Event) bool) mutation {
		return edit(field, how, func(all *lines, e *traces.Event) bool { return len(e.Sends) > 0 && f(all, e) })
	}
	dropped := of("sends", "dropped", func(_ *lines, e *traces.Event) bool { e.Sends = e.Sends[:len(e.Sends)-1]; return true })
	doubled := of("sends", "duplicated", func(_ *lines, e *traces.Event) bool { e.Sends = append(e.Sends, e.Sends[0]); return true })
	swapped := of("sends", "swapped", func(_ *lines, e *traces.Event) bool {
		n := len(e.Sends)
		e.Sends[0], e.Sends[n-1] = e.Sends[n-1], e.Sends[0]
		return n > 1
	})
	return []mutation{
		dropped, fitted(dropped), doubled, fitted(doubled), swapped, fitted(swapped),
		of("send.id", "changed", func(_ *lines, e *traces.Event) bool { e.Sends[0].ID += "0"; return true }),
		of("send.to", "changed", func(all *lines, e *traces.Event) (ok bool) {
			e.Sends[0].To, ok = anotherID(all.header.IDs, e.Sends[0].To)
			return ok
		}),
		of("send.message", "changed", func(all *lines, e *traces.Event) (ok bool) {
			e.Sends[0].Message, ok = another(all.texts, e.Sends[0].Message)
			return ok
		}),
	}
}

func stateMutations() []mutation {
	list := []mutation{
		edit("after", "dropped", func(_ *lines, e *traces.Event) bool { e.After = e.After[1:]; return true }),
		edit("after", "swapped", func(_ *lines, e *traces.Event) bool {
			n := len(e.After)
			e.After[0], e.After[n-1] = e.After[n-1], e.After[0]
			return n > 1
		}),
		edit("after", "duplicated", func(_ *lines, e *traces.Event) bool { e.After = append(e.After, e.After[0]); return true }),
	}
	for v := range 5 {
		list = append(list, edit("after", "changed", func(all *lines, e *traces.Event) (ok bool) {
			if v < len(e.After) {
				e.After[v].Value, ok = another(all.values[e.After[v].Name], e.After[v].Value)
			}
			return ok
		}))
	}
	return list
}

func lineMutations() []mutation {
	dropped := mutation{"line", "dropped", false, func(all *lines, i int) bool {
		all.list = slices.Delete(all.list, i, i+1)
		return true
	}}
	doubled := mutation{"line", "duplicated", false, func(all *lines, i int) bool {
		all.list = slices.Insert(all.list, i, all.list[i])
		return true
	}}
	swapped := mutation{"line", "swapped", false, func(all *lines, i int) bool {
		for j := i + 1; j < len(all.list); j++ {
			if l := all.list[j]; l.place == all.list[i].place {
				if l.event == nil {
					return false
				}
				all.list[i], all.list[j] = all.list[j], all.list[i]
				return true
			}
		}
		return false
	}}
	spliced := mutation{"line", "spliced", false, func(all *lines, i int) bool {
		for _, l := range all.other {
			if l.event != nil && l.place == all.list[i].place && l.event.Seq == all.list[i].event.Seq && l.event.Seq > 1 {
				all.list[i].event = l.event
				return true
			}
		}
		return false
	}}
	return []mutation{dropped, fitted(dropped), doubled, fitted(doubled), swapped, fitted(swapped), spliced, fitted(spliced)}
}

// insert puts a stutter before or after an event, with the variables of the node at that moment.
func (all *lines) insert(at, i int, action string, peer int) bool {
	l := all.list[i]
	for before := at - 1; before >= 0; before-- {
		if e := all.list[before].event; e != nil && all.list[before].place == l.place {
			doubt := &traces.Event{Action: action, Aside: true, Peer: peer, After: e.After}
			all.list = slices.Insert(all.list, at, line{place: l.place, event: doubt})
			return true
		}
	}
	return false
}

// suspicionMutations are of what a node says of the others: the ring has another order than it says, a suspicion
// is withheld from its report to its withdrawal, or there is one where there was none.
func suspicionMutations() []mutation {
	return []mutation{
		{"ring", "in a wrong order", true, func(all *lines, i int) bool {
			n, at := len(all.header.IDs), all.list[i].place
			if a, _ := model.Find(all.header.Algorithm); !a.Topology.IsRing() || kind(all.list[i].event) != "boot" || n < 3 {
				return false
			}
			h := *all.header
			h.IDs = slices.Clone(h.IDs)
			next := (at + 1) % n
			h.IDs[at], h.IDs[next] = h.IDs[next], h.IDs[at]
			all.header = &h
			for j, l := range all.list {
				if l.head != nil {
					head := *l.head
					head.IDs = h.IDs
					all.list[j].head = &head
				}
				switch l.place {
				case at:
					all.list[j].place = next
				case next:
					all.list[j].place = at
				}
			}
			return true
		}},
		{"suspicion", "withheld", true, func(all *lines, i int) bool {
			l := all.list[i]
			if kind(l.event) != "report" || !l.event.Aside {
				return false
			}
			for j := i + 1; j < len(all.list); j++ {
				other := all.list[j]
				if other.place != l.place || other.head != nil {
					if other.place == l.place {
						break
					}
					continue
				}
				if e := other.event; e.Aside && kind(e) == "withdraw" && e.Peer == l.event.Peer {
					all.list = slices.Delete(all.list, j, j+1)
					break
				}
			}
			all.list = slices.Delete(all.list, i, i+1)
			return true
		}},
		{"suspicion", "false", true, func(all *lines, i int) bool { // of the taker of a message on a ring
			e := all.list[i].event
			a, _ := model.Find(all.header.Algorithm)
			if !a.Topology.IsRing() || len(e.Sends) == 0 || e.Sends[0].To == all.header.IDs[all.list[i].place] {
				return false
			}
			to := e.Sends[0].To
			return all.insert(i, i, "report", to) && all.insert(i+2, i+1, "withdraw", to)
		}},
	}
}

// plain writes lines as they are.
func plain(all *lines) []traces.Source {
	files := make([][]byte, len(all.header.IDs))
	for _, l := range all.list {
		if l.head != nil {
			files[l.place] = traces.AppendHeader(files[l.place], l.head)
		} else {
			files[l.place] = traces.AppendEvent(files[l.place], l.event)
		}
	}
	var list []traces.Source
	for p, text := range files {
		list = append(list, traces.Source{Name: traces.FileName(all.header.IDs[p]), From: bytes.NewReader(text)})
	}
	return list
}

// readLines reads a trace of the corpus.
func readLines(t testing.TB, name string) *lines {
	t.Helper()
	found, err := Find([]string{filepath.Join("../corpus/good", name)})
	if err != nil {
		t.Fatal(err)
	}
	all := &lines{values: map[string][]string{}}
	everything := &Divergence{Clock: slices.Repeat([]uint64{1 << 62}, 64)}
	if all.list, all.header, err = found[0].causes(Options{World: Perfect()}, everything); err != nil {
		t.Fatal(err)
	}
	for _, l := range all.list {
		if l.event == nil {
			continue
		}
		all.kinds = append(all.kinds, l.event.Action)
		if l.event.Message != nil {
			all.texts = append(all.texts, l.event.Message.Text)
		}
		for _, s := range l.event.Sends {
			all.texts = append(all.texts, s.Message)
		}
		for _, v := range l.event.After {
			all.values[v.Name] = append(all.values[v.Name], v.Value)
		}
	}
	unique := func(list []string) []string { return slices.Compact(slices.Sorted(slices.Values(list))) }
	all.kinds, all.texts = unique(all.kinds), unique(all.texts)
	for name := range maps.Keys(all.values) {
		all.values[name] = unique(all.values[name])
	}
	return all
}

// survives replays a mutant, and reports whether it is accepted.
func survives(all *lines, repaired bool) bool {
	list := plain(all)
	if repaired {
		list = sources(all.list, all.header)
	}
	r, err := Follow(list, Options{World: Perfect(), Crashed: func(int) bool { return true }})
	return err == nil && r.Verdict == Accepted
}

// sample picks a few events of each kind.
func sample(all *lines, each int) map[string][]int {
	found := map[string][]int{}
	for i, l := range all.list {
		if l.event != nil {
			found[kind(l.event)] = append(found[kind(l.event)], i)
		}
	}
	for k, at := range found {
		var few []int
		for n := range min(each, len(at)) {
			few = append(few, at[n*(len(at)-1)/max(1, min(each, len(at))-1)])
		}
		found[k] = slices.Compact(few)
	}
	return found
}

// inCorpus are the algorithms whose runs are mutated.
var inCorpus = []string{
	"bully", "bully-recovery", "chang-roberts", "consensus", "hirschberg-sinclair", "lelann", "omega-minimal", "omega-timely", "raft", "ring", "ring-accept", "ring-detector", "ring-maxid", "ring-watch",
}

// A tally counts mutants.
type tally struct{ made, killed int }

// A survivor is a mutant that was accepted.
type survivor struct{ algorithm, field, how, kind string }

// mutate tries all mutations on a run of an algorithm.
func mutate(t *testing.T, algorithm string, count func(m mutation, kind string, killed bool)) {
	t.Helper()
	all := readLines(t, algorithm+"-troubled")
	other := readLines(t, algorithm+"-calm")
	if !survives(all, false) || !survives(all, true) {
		t.Fatalf("%s: not accepted as it is", algorithm)
	}
	for kind, at := range sample(all, 3) {
		for _, m := range mutations() {
			for _, i := range at {
				mutant := *all
				mutant.list, mutant.other = slices.Clone(all.list), other.list
				if m.make(&mutant, i) {
					count(m, kind, !survives(&mutant, m.repaired))
				}
			}
		}
	}
}
