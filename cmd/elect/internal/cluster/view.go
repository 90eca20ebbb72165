package cluster

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"

	"interrex/impl"
	"interrex/impl/node/status"
)

// A view shows who leads: in place on a terminal, line by line elsewhere.
type view struct {
	out     io.Writer
	inPlace bool
	advises bool // line by line: print the commands that the table has
	command string
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

func newView(s *Settings, folder string, c Console) *view {
	now := time.Now()
	inPlace := !s.Plain && isTerminal(c.Out)
	return &view{out: c.Out, inPlace: inPlace, advises: !inPlace && !s.Chaos, command: c.Command, rows: map[impl.ID]*row{}, begin: now, since: now,
		title: fmt.Sprintf("%s: %d nodes on this machine; certificates and logs in %s", s.Algorithm, s.N, folder)}
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
			if advice := v.inquiry(); v.advises && advice != "" {
				v.tell("%s", advice)
			}
		}
	}
	v.judge()
}

func (v *view) ended(id impl.ID, how string) {
	r := v.rows[id]
	r.alive, r.how = false, how
	v.tell("node %v ended, pid %d: %s", id, r.pid, how)
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
		v.tell("node %v leads (term %d), all live nodes agree, after %v", leader, v.rows[leader].status.Term, now.Sub(v.since).Round(time.Millisecond))
	} else if leader == impl.Nobody {
		v.tell("the live nodes agree on no leader")
	} else {
		v.tell("node %v leads (term %d) instead of node %v", leader, v.rows[leader].status.Term, v.leader)
	}
	v.past = append(v.past, Agreement{v.leader, v.since.Sub(v.begin), now.Sub(v.begin)})
	v.leader, v.since = leader, now
	if v.advises && leader != impl.Nobody {
		v.tell("%s", v.killing())
	}
}

// killing is the advice how to kill the leader.
func (v *view) killing() string {
	return fmt.Sprintf("node %v leads: run kill -9 %d in another terminal to see the next election; Ctrl-C ends all nodes", v.leader, v.rows[v.leader].pid)
}

// inquiry is the command that asks the live nodes; "" until all of them have told their addresses.
func (v *view) inquiry() string {
	var places []string
	for _, id := range slices.Sorted(maps.Keys(v.rows)) {
		switch r := v.rows[id]; {
		case !r.alive:
		case r.status == nil:
			return ""
		default:
			places = append(places, r.status.HTTP)
		}
	}
	if len(places) == 0 {
		return ""
	}
	return v.command + " status -http=" + strings.Join(places, ",")
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
	v.drawn = 0
	for _, line := range lines {
		v.drawn += rows(line, v.width())
	}
}

// table is the table of nodes, as lines.
func (v *view) table() []string {
	lines := []string{v.title, "", "  node      pid  says"}
	for _, id := range slices.Sorted(maps.Keys(v.rows)) {
		r := v.rows[id]
		lines = append(lines, fmt.Sprintf("  %4v  %7d  %s", id, r.pid, r.says()))
	}
	advice := "the live nodes agree on no leader"
	if v.leader != impl.Nobody {
		advice = v.killing()
	}
	return append(lines, "", advice, v.inquiry(), "")
}

func (r *row) says() string {
	switch {
	case !r.alive:
		return "(" + r.how + ")"
	case r.status == nil:
		return "..."
	case r.status.Leader == nil:
		return "no leader"
	case r.status.Self:
		return fmt.Sprintf("I lead, term %d", r.status.Term)
	}
	return fmt.Sprintf("%d leads, term %d", *r.status.Leader, r.status.Term)
}

// width is the width of the terminal; 0 if unknown.
func (v *view) width() int {
	f, ok := v.out.(term.File)
	if !ok {
		return 0
	}
	columns, _, _ := term.GetSize(f.Fd())
	return columns
}

// rows is how many rows of a terminal a line takes.
func rows(line string, width int) int {
	if width == 0 {
		return 1
	}
	return max(1, (utf8.RuneCountInString(line)+width-1)/width)
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
