package world_test

import (
	"reflect"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// view is the view of the properties: spec/election.md, section 2.
func (w *reference) view(s *world.Plain) spec.View {
	var v spec.View
	for p, id := range w.IDs {
		rank := w.rank(id)
		if w.Algorithm.Anonymous {
			rank = 0 // anonymous processes have equal ranks (2.1)
		}
		process := spec.Process{ID: id, Rank: rank, Live: s.Processes[p].Live, Fresh: s.Processes[p].Fresh}
		if process.Live {
			status := w.handler.Status(s.Processes[p].Local)
			process.Elected, process.TakesPart = status.Elected, status.TakesPart
		}
		v.Processes = append(v.Processes, process)
		for q := range w.IDs {
			for _, m := range s.Channels[p][q] {
				if s.Processes[q].Live {
					v.OnTheWay = true
					v.Call = v.Call || strings.HasPrefix(model.SpellMessage(m), "ELECTION(") || strings.HasPrefix(model.SpellMessage(m), "ELECT(") ||
						strings.HasPrefix(model.SpellMessage(m), "PROBE(") || strings.HasPrefix(model.SpellMessage(m), "REQUEST")
					v.Announcement = v.Announcement || strings.HasPrefix(model.SpellMessage(m), "ELECTED") || strings.HasPrefix(model.SpellMessage(m), "COORDINATOR") ||
						strings.HasPrefix(model.SpellMessage(m), "LEADER")
				}
			}
		}
	}
	for i, r := range s.Leaders {
		v.SharedTerm = v.SharedTerm || slices.ContainsFunc(s.Leaders[:i], func(other world.Leadership) bool { return other.Term == r.Term })
	}
	return v
}

func compareViews(f failer, w *world.World, ref *reference, plain *world.Plain, s checker.State) {
	f.Helper()
	if got, want := w.View(s), ref.view(plain); !reflect.DeepEqual(got, want) {
		f.Fatalf("%s:\nin %s\nthe world shows %+v\nthe twin shows %+v", configText(w.Config()), ref.spell(plain), got, want)
	}
}

// compareVerdicts compares the verdicts of safety properties in a world without a hit bound.
func compareVerdicts(f failer, ref *reference, want *referenceGraph, report *checker.Report) {
	f.Helper()
	for i, p := range everyProperty(ref.Config) {
		violated := false
		switch {
		case !report.Complete || p.IsLiveness():
			continue
		case p.Always != nil:
			violated = ref.breaks(want, func(s *world.Plain) bool { return !p.Always(ref.view(s)) })
		case p.Rest != nil:
			violated = ref.breaks(want, func(s *world.Plain) bool {
				return len(ref.steps(s)) == 0 && !p.Rest(ref.view(s))
			})
		case p.Between != nil:
			violated = ref.breaks(want, func(s *world.Plain) bool {
				for _, d := range ref.steps(s) {
					if !p.Between(ref.view(s), ref.view(d.to)) {
						return true
					}
				}
				return false
			})
		}
		if got := report.Results[i].Verdict; (got == checker.Violated) != violated {
			f.Fatalf("%s:\n%s: %v, by the reference violated: %v", configText(ref.Config), p.Name, got, violated)
		}
	}
}

func (w *reference) breaks(a *referenceGraph, is func(*world.Plain) bool) bool {
	for _, s := range a.states {
		if is(s) {
			return true
		}
	}
	return false
}

// rank is the number of processes that a process outranks: section 1.1 of spec/election.md.
func (w *reference) rank(id model.ID) int {
	below := 0
	for q, other := range w.IDs {
		if other != id && w.isBelow(q, w.place(id)) {
			below++
		}
	}
	return below
}

func (w *reference) place(id model.ID) int {
	for p, other := range w.IDs {
		if other == id {
			return p
		}
	}
	return -1
}

// isBelow compares two processes by index.
func (w *reference) isBelow(p, q int) bool {
	switch {
	case w.Criterion == model.ByLoad && w.Loads[p] != w.Loads[q]:
		return w.Loads[p] > w.Loads[q]
	case w.Criterion == model.ByLog && w.Logs[p].Term != w.Logs[q].Term:
		return w.Logs[p].Term < w.Logs[q].Term
	case w.Criterion == model.ByLog && w.Logs[p].Length != w.Logs[q].Length:
		return w.Logs[p].Length < w.Logs[q].Length
	}
	return w.IDs[p] < w.IDs[q]
}

// highest is the process with the greatest rank.
func (w *reference) highest() model.ID {
	highest := w.IDs[0]
	for _, id := range w.IDs {
		if w.rank(id) > w.rank(highest) {
			highest = id
		}
	}
	return highest
}
