package cluster

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"interrex/impl"
	"interrex/impl/node/status"
)

// A view prints who leads, line by line.
type view struct {
	out     io.Writer
	advises bool // print commands to try
	command string
	rows    map[impl.ID]*row
	begin   time.Time

	leader impl.ID     // on whom all agree, or Nobody
	since  time.Time   // when that began
	past   []agreement // so far, or times without; counted from begin
	news   []string    // lines not shown yet
}

// A row is what the view knows about a node.
type row struct {
	pid    int
	alive  bool
	status *status.Status // nil: it has not said anything yet
}

func newView(s *Settings, folder string, c Console) *view {
	now := time.Now()
	return &view{out: c.Out, advises: !s.Chaos, command: c.Command, rows: map[impl.ID]*row{}, begin: now, since: now,
		news: []string{fmt.Sprintf("%s: %d nodes on this machine; certificates and logs in %s", s.Algorithm, s.N, folder)}}
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
	r.alive = false
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
	v.past = append(v.past, agreement{v.leader, v.since.Sub(v.begin), now.Sub(v.begin)})
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
func (v *view) history(begun time.Time) (all []agreement) {
	past := append(slices.Clip(v.past), agreement{v.leader, v.since.Sub(v.begin), time.Since(v.begin)})
	for _, a := range past {
		if early := begun.Sub(v.begin); a.leader != impl.Nobody {
			all = append(all, agreement{a.leader, a.from - early, a.to - early})
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

// show prints what is new.
func (v *view) show() {
	for _, line := range v.news {
		fmt.Fprintln(v.out, line)
	}
	v.news = nil
}
