package cluster

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"interrex/cmd/elect/internal/status"
	"interrex/impl"
)

// A view shows who leads: in place on a terminal, line by line elsewhere.
type view struct {
	out     io.Writer
	inPlace bool
	title   string
	rows    map[impl.ID]*row
	begin   time.Time
	drawn   int // lines on the screen that the next drawing replaces

	leader impl.ID     // on whom all agree, or Nobody
	since  time.Time   // when that began
	past   []Agreement // so far, or times without; counted from begin
	news   []string    // lines not shown yet
}

// A row is what the view knows about a node.
type row struct {
	pid    int
	alive  bool
	status *status.Status // nil: it has not said anything yet
	how    string         // how it ended
}

func newView(s *Settings, folder string, out io.Writer) *view {
	now := time.Now()
	return &view{out: out, inPlace: !s.Plain && isTerminal(out), rows: map[impl.ID]*row{}, begin: now, since: now,
		title: fmt.Sprintf("%s: %d nodes on loopback, certificates and logs in %s", s.Algorithm, s.N, folder)}
}

func (v *view) begun(id impl.ID, pid int) {
	v.rows[id] = &row{pid: pid, alive: true}
	v.tell("node %v runs, pid %d", id, pid)
}

func (v *view) said(id impl.ID, s *status.Status) {
	r := v.rows[id]
	if r.alive {
		first := r.status == nil
		r.status = s
		if first {
			v.tell("node %v answers at http://%s/leader", id, s.HTTP)
		}
	}
	v.judge()
}

func (v *view) ended(id impl.ID, how string) {
	r := v.rows[id]
	r.alive, r.how = false, how
	v.tell("node %v has ended, pid %d: %s", id, r.pid, how)
	v.judge()
}

// judge finds out on whom all agree now.
func (v *view) judge() {
	leader := v.agreed()
	if leader == v.leader {
		return
	}
	now := time.Now()
	if v.leader == impl.Nobody {
		v.tell("node %v leads (term %d), say all that live: it took %v", leader, v.rows[leader].status.Term, now.Sub(v.since).Round(time.Millisecond))
	} else if leader == impl.Nobody {
		v.tell("the nodes agree on no leader")
	} else {
		v.tell("node %v leads (term %d) in the place of node %v", leader, v.rows[leader].status.Term, v.leader)
	}
	v.past = append(v.past, Agreement{v.leader, v.since.Sub(v.begin), now.Sub(v.begin)})
	v.leader, v.since = leader, now
}

// history lists the agreements so far, with times counted from begun.
func (v *view) history(begun time.Time) (all []Agreement) {
	past := append(slices.Clip(v.past), Agreement{v.leader, v.since.Sub(v.begin), time.Since(v.begin)})
	for _, a := range past {
		if early := begun.Sub(v.begin); a.Leader != impl.Nobody {
			all = append(all, Agreement{a.Leader, a.From - early, a.To - early})
		}
	}
	return all
}

// agreed is the leader that all live nodes name, if it is alive and says so itself.
func (v *view) agreed() impl.ID {
	leader := impl.Nobody
	for _, r := range v.rows {
		if !r.alive {
			continue
		}
		if r.status == nil || r.status.Leader == nil {
			return impl.Nobody
		}
		is := impl.ID(*r.status.Leader)
		if leader != impl.Nobody && is != leader || !v.rows[is].alive {
			return impl.Nobody
		}
		leader = is
	}
	if leader != impl.Nobody && !v.rows[leader].status.Self {
		return impl.Nobody
	}
	return leader
}

func (v *view) tell(format string, args ...any) {
	v.news = append(v.news, fmt.Sprintf("%9.3f s  ", time.Since(v.begin).Seconds())+fmt.Sprintf(format, args...))
}

// recent is how many of the latest lines are shown below the table.
const recent = 6

// show shows what is new.
func (v *view) show() {
	if !v.inPlace {
		if v.drawn == 0 {
			fmt.Fprintln(v.out, v.title)
			v.drawn = 1
		}
		for _, line := range v.news {
			fmt.Fprintln(v.out, line)
		}
		v.news = nil
		return
	}
	v.news = v.news[max(0, len(v.news)-recent):]
	lines := append(v.table(), v.news...)
	if v.drawn > 0 {
		fmt.Fprintf(v.out, "\x1b[%dA\x1b[J", v.drawn)
	}
	fmt.Fprintln(v.out, strings.Join(lines, "\n"))
	v.drawn = len(lines)
}

// table is the table of nodes, as lines.
func (v *view) table() []string {
	lines := []string{v.title, "", "  node      pid  says"}
	for _, id := range slices.Sorted(maps.Keys(v.rows)) {
		r := v.rows[id]
		lines = append(lines, fmt.Sprintf("  %4v  %7d  %s", id, r.pid, r.says()))
	}
	advice := "the nodes agree on no leader"
	if v.leader != impl.Nobody {
		advice = fmt.Sprintf("node %v leads: kill -9 %d in another terminal, and see who takes over; Ctrl-C ends all", v.leader, v.rows[v.leader].pid)
	}
	return append(lines, "", advice, "")
}

func (r *row) says() string {
	switch {
	case !r.alive:
		return "(" + r.how + ")"
	case r.status == nil:
		return "..."
	case r.status.Leader == nil:
		return "nobody leads"
	case r.status.Self:
		return fmt.Sprintf("I lead, term %d", r.status.Term)
	}
	return fmt.Sprintf("%d leads, term %d", *r.status.Leader, r.status.Term)
}

// isTerminal reports whether the output can be redrawn in place.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
