package report

import (
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/draw"
)

// Drawing makes a run to be drawn of a path through a world, whoever has found it: as those of a
// report are. Where nothing can happen any more, it ends.
func Drawing(w *world.World, p *checker.Path) draw.Run {
	story, ended := w.Tell(p), isTerminal(w, p)
	story.Lasso = story.Lasso || ended
	return drawing(w.Config(), Decision{Story: &story, Ended: ended})
}

// drawing makes a run to be drawn of a counterexample. Where nothing is owed any more, but the
// adversary could go on, the run is left open.
func drawing(c world.Config, d Decision) draw.Run {
	run, story, time := draw.Run{Cycle: draw.NoCycle}, d.Story, 0
	lane := func(id model.ID) int {
		if id == model.Nobody {
			return draw.Nobody
		}
		return slices.Index(c.IDs, id)
	}
	for _, person := range story.Initial {
		run.Lanes = append(run.Lanes, draw.Lane{Name: fmt.Sprintf("P%d", person.ID), Note: note(person)})
	}
	for i, o := range slices.Concat(story.Stem, story.Cycle) {
		step := draw.Step{Action: o.Action, Lane: lane(o.Process), Message: o.Message, From: lane(o.Peer), Lost: o.Action == "lose", CrashAfter: o.CrashAfter}
		for _, s := range o.Sends {
			step.Sends = append(step.Sends, draw.Send{To: lane(s.To), Message: s.Message, Lost: s.Lost})
		}
		step.Crash, step.Restart = o.Action == "crash" || o.CrashAfter > 0, o.Action == "restart"
		step.Note = remark(o, c.Repair == world.Resent && c.Algorithm.Topology.IsRing())
		if o.Action == "tick" && i < len(story.Stem) { // a cycle has no time: it comes again
			time++
			step.Note = strings.TrimSuffix(fmt.Sprintf("time %d; %s", time, step.Note), "; ")
		}
		for _, change := range o.Changes {
			if change.Variable != "live" {
				text := fmt.Sprintf("%s %s → %s", change.Variable, change.From, change.To)
				step.Changes = append(step.Changes, draw.Change{Lane: lane(change.Process), Text: text})
			}
		}
		run.Steps = append(run.Steps, step)
	}
	if d.Rest != nil || story.Lasso && (d.Ended || len(story.Cycle) > 0) {
		run.Cycle = len(story.Stem)
	}
	return run
}

// note is what is worth saying of a process at first: whom it has elected.
func note(p world.Person) string {
	for _, v := range p.Variables {
		if v.Name == "elected" {
			return "elected " + v.Value
		}
	}
	return ""
}

// remark is what the drawing of a step does not show.
func remark(o world.Occurrence, resent bool) string {
	var parts []string
	if o.Message == "" && o.Peer != model.Nobody {
		switch o.Action {
		case "detect":
			parts = append(parts, fmt.Sprintf("finds P%d dead", o.Peer))
		case "suspect":
			parts = append(parts, fmt.Sprintf("believes P%d dead, which lives", o.Peer))
		default:
			parts = append(parts, fmt.Sprintf("of P%d", o.Peer))
		}
	}
	if o.Settles {
		parts = append(parts, "from now on the bounds hold")
	}
	if o.CrashAfter > 0 {
		parts = append(parts, fmt.Sprintf("dies after %d of its %d messages", o.CrashAfter, o.Of))
	}
	for _, m := range o.Wreck {
		fate := "is lost with it"
		if resent {
			fate = "is sent on"
		}
		parts = append(parts, fmt.Sprintf("%s from P%d %s", m.Message, m.From, fate))
	}
	return strings.Join(parts, "; ")
}
