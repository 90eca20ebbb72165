package check

import (
	"context"
	"fmt"
	"strings"

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
	r, asked := stage.Tell(ctx, w, p), q.Properties
	if r == nil {
		return nil
	}
	r.Title, r.World, r.Command = Title(q), q.InWords(), q.Reproduce()
	for _, property := range asked {
		r.Properties = append(r.Properties, stage.Property{Name: property.Name, Text: property.Statement, Asked: q.IsAsked(property.Name)})
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
	f, d := &Findings{Question: q, World: w}, Decision{Property: s.Property}.Along(w, p)
	r.Property, r.Verdict, r.Words, r.Note = s.Name, checker.Violated.String(), f.Explain(d), f.because(d)
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
		r.Property, r.Verdict, r.Words = d.Name, d.Verdict.String(), f.Explain(d)
		r.Note = f.because(d)
	}
	return r
}
