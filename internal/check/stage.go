package check

import (
	"strings"

	"interrex/checker"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/traces/stage"
)

// Staged is the document of a path through the world of a question.
func Staged(q Question, w *world.World, p *checker.Path) *stage.Run {
	r, asked := stage.Tell(w, p), q.Properties
	r.Title, r.World, r.Command = Title(q), q.InWords(), q.Reproduce()
	for _, property := range asked {
		r.Properties = append(r.Properties, stage.Property{Name: property.Name, Text: property.Statement, Asked: true})
	}
	var before []string
	for at, standings := range study.Along(w, p).Course(asked) {
		now := stand(standings)
		if at == 0 || strings.Join(now, " ") != strings.Join(before, " ") {
			r.States[at].Properties, before = now, now
		}
	}
	return r
}

// stand words how properties stand.
func stand(all []study.Standing) (words []string) {
	for _, s := range all {
		switch {
		case s.Since >= 0 && !s.Unfair:
			words = append(words, "broken")
		case s.Pending:
			words = append(words, "pending")
		case s.Premise:
			words = append(words, "true")
		default:
			words = append(words, "idle")
		}
	}
	return words
}

// Document is the document of a decision's run.
func (f *Findings) Document(d Decision) *stage.Run {
	r := Staged(f.Question, f.World, d.Path)
	if d.Name != "" {
		r.Property, r.Verdict, r.Words = d.Name, d.Verdict.String(), f.explain(d)
		r.Note = f.because(d)
	}
	return r
}
