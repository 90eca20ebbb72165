package service

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"interrex/impl"
	"interrex/impl/node"
	"interrex/impl/node/status"
)

// soon is when a node without a leader says for the first time what it waits for.
const soon = 500 * time.Millisecond

// report prints the leader: as JSON at each change, in both formats also at regular intervals. It ends with ctx.
func (v *Service) report(ctx context.Context, out io.Writer) {
	var tick <-chan time.Time
	if v.settings.Print > 0 {
		ticker := time.NewTicker(v.settings.Print)
		defer ticker.Stop()
		tick = ticker.C
	}
	first := time.NewTimer(soon)
	defer first.Stop()
	isJSON := v.settings.Report == "json"
	for changes := v.source.Node.Watch(ctx); ; {
		select {
		case l, open := <-changes:
			if !open {
				return
			}
			if isJSON {
				v.print(out, l)
			}
		case <-tick:
			v.print(out, v.source.Node.Leader())
		case <-first.C:
			if !isJSON {
				v.print(out, v.source.Node.Leader())
			}
		}
	}
}

// print writes one line. A reader that is too slow misses it.
func (v *Service) print(out io.Writer, l node.Leadership) {
	now := v.source.With(l)
	if v.settings.Report == "json" {
		_ = json.NewEncoder(out).Encode(now)
		return
	}
	if now.Leader == nil {
		fmt.Fprintf(out, "node %v: no leader; %s\n", v.settings.Config.Self, v.waits(now))
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
	fmt.Fprintf(out, "node %v: %s leads, term %d%s\n", v.settings.Config.Self, name, l.Term, decided)
}

// waits is what a node without a leader waits for, and when it calls an election.
func (v *Service) waits(now status.Status) string {
	text := "hears all others"
	if missing, others := now.Awaited(); missing > 0 {
		text = fmt.Sprintf("waiting for %d of %d others", missing, others)
	}
	starts := v.settings.Starts
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
