package check

import (
	"context"
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/spec"
	"interrex/traces/stage"
)

// Staged is the document of a path through the world of a question.
func Staged(q Question, w *world.World, p *checker.Path) *stage.Run {
	return staged(context.Background(), q, w, p)
}

func staged(ctx context.Context, q Question, w *world.World, p *checker.Path) *stage.Run {
	r := stage.Tell(ctx, w, p)
	if r == nil {
		return nil
	}
	r.Title, r.World, r.Command = Title(q), q.InWords(), q.Reproduce()
	for _, property := range q.Properties {
		r.Properties = append(r.Properties, stage.Property{Name: property.Name, Text: property.Statement, Asked: q.IsAsked(property.Name)})
	}
	var before []string
	for at, standings := range study.Along(w, p).Course(q.Properties) {
		if now := stand(standings); !slices.Equal(now, before) {
			r.States[at].Properties, before = now, now
		}
	}
	return r
}

// StagedWalk is the document of a walk. Of the properties that the walk violates, it shows the named one, or else the first that is asked.
// If ctx ends before, it is nil.
func StagedWalk(ctx context.Context, q Question, walk *study.Walk, property string) *stage.Run {
	r := staged(ctx, q, walk.World(), walk.Path())
	if r == nil {
		return nil
	}
	end, err := walk.Go(walk.Length())
	if err != nil {
		panic(err)
	}
	for _, s := range end.Standings(q.Properties) {
		if s.Since >= 0 && (r.Property == "" && q.IsAsked(s.Name) || s.Name == property) {
			shows(r, q, walk, s)
		}
	}
	if leader := walk.World().View(end.State()).Trusted(); r.Verdict == "" && leader != spec.Nobody {
		r.Note = fmt.Sprintf("All live processes have elected P%d.", leader)
	}
	return r
}

// shows explains how a walk violates a property. An unfair cycle violates none; then the text is about that.
func shows(r *stage.Run, q Question, walk *study.Walk, s study.Standing) {
	w, p := walk.World(), walk.Path()
	if owed, unfair := w.Overdue(p); s.Unfair && unfair {
		r.Words = []string{"It does not break " + s.Name + ", since it is not fair: in the cycle a required step stays enabled and is never taken: " + owed.Words() + "."}
		return
	}
	if there, err := walk.Go(s.Since); err == nil && !s.IsLiveness() {
		p = there.SoFar()
	}
	d := Decision{Property: s.Property, Verdict: checker.Violated}.Along(w, p)
	(&Findings{Question: q, World: w}).explain(r, d)
}

// explain adds to a document how a run violates a property.
func (f *Findings) explain(r *stage.Run, d Decision) {
	r.Property, r.Verdict, r.Words, r.Note = d.Name, d.Verdict.String(), f.Explain(d), f.because(d)
}

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
		f.explain(r, d)
	}
	return r
}
