package service

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/node"
	"interrex/impl/node/status"
)

// A Teller prints the status of a node.
type Teller struct {
	Settings *settings.Settings
	Source   *status.Source
	Out      io.Writer
}

// soon is when a node without a leader says for the first time what it waits for.
const soon = 500 * time.Millisecond

// Tell prints the leader: as JSON at each change, in both formats also at regular intervals. It ends with ctx.
func (t Teller) Tell(ctx context.Context) {
	var tick <-chan time.Time
	if t.Settings.Print > 0 {
		ticker := time.NewTicker(t.Settings.Print)
		defer ticker.Stop()
		tick = ticker.C
	}
	first := time.NewTimer(soon)
	defer first.Stop()
	isJSON := t.Settings.Report == "json"
	for changes := t.Source.Node.Watch(ctx); ; {
		select {
		case l, open := <-changes:
			if !open {
				return
			}
			if isJSON {
				t.print(l)
			}
		case <-tick:
			t.print(t.Source.Node.Leader())
		case <-first.C:
			if !isJSON {
				t.print(t.Source.Node.Leader())
			}
		}
	}
}

// print writes one line. A reader that is too slow misses it.
func (t Teller) print(l node.Leadership) {
	now := t.Source.With(l)
	if t.Settings.Report == "json" {
		_ = json.NewEncoder(t.Out).Encode(now)
		return
	}
	if now.Leader == nil {
		fmt.Fprintf(t.Out, "node %v: no leader; %s\n", t.Settings.Config.Self, t.waits(now))
		return
	}
	name := fmt.Sprintf("node %v", l.Leader)
	for _, m := range now.Members {
		if m.ID == *now.Leader && m.Process != "" {
			name += " (" + m.Process + ")"
		}
	}
	decided := ""
	if l.Decision != impl.Undecided {
		decided = fmt.Sprintf(", the decision is %v", l.Decision)
	}
	fmt.Fprintf(t.Out, "node %v: %s leads, term %d%s\n", t.Settings.Config.Self, name, l.Term, decided)
}

// waits is what a node without a leader waits for, and when it calls an election.
func (t Teller) waits(now status.Status) string {
	text := "hears all others"
	if missing, others := now.Awaited(); missing > 0 {
		text = fmt.Sprintf("waiting for %d of %d others", missing, others)
	}
	starts := t.Settings.Starts
	switch {
	case now.NextCall != nil:
		text += "; calls an election in " + status.Age(time.Until(*now.NextCall))
	case starts.Most == 0:
		return text + "; calls no election on its own (-start-max=0s)"
	default: // the incarnation has not started yet
		text += fmt.Sprintf("; calls an election in %v to %v", starts.Least, starts.Most)
	}
	if starts.Most > time.Second {
		text += " (-start-min=1s -start-max=1s for sooner)"
	}
	return text
}
