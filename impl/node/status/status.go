// Package status shows the state of a node over HTTP: a page for people at /, JSON at /leader, a health check at
// /healthz, and metrics for Prometheus at /metrics.
package status

import (
	"os"
	"time"

	"interrex/impl"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
)

// A Network has the data that a node has not. A [tcp.Member] is one.
type Network interface {
	Cluster() string
	Processes() map[impl.ID]string // name of each member's process, once it is known
	Counters() tcp.Counters
	Expiry() time.Time // of the node's certificate
}

// A Source is the data of a status. Node is required.
type Source struct {
	Node    *node.Node
	Network Network  // nil: none of its data is shown
	Names   []string // by which requests may call the server, besides localhost, numbers and its own address

	http string
}

// A Status is the status of a node.
type Status struct {
	Node      int        `json:"node"`
	PID       int        `json:"pid"`
	Cluster   string     `json:"cluster"`
	Algorithm string     `json:"algorithm"`
	Leader    *int       `json:"leader"` // null: none
	Self      bool       `json:"self"`
	Term      int        `json:"term"`
	Since     time.Time  `json:"since"` // of this leader, or of the time without one
	Elections int        `json:"elections"`
	NextCall  *time.Time `json:"nextCall,omitempty"` // when it calls an election on its own if it has no leader
	On        string     `json:"on,omitempty"`       // election that a consensus rests on
	Decision  *int       `json:"decision,omitempty"` // bit; absent: undecided
	HTTP      string     `json:"http,omitempty"`
	Members   []Member   `json:"members"` // in ring order
}

// A Member is a member of the group.
type Member struct {
	ID        int      `json:"id"`
	Process   string   `json:"process,omitempty"` // machine and PID, once they are known
	Silence   *float64 `json:"silence,omitempty"` // seconds since its last heartbeat or message; absent: none yet, or the node itself
	Suspected bool     `json:"suspected,omitempty"`
}

// Now is the present status.
func (s *Source) Now() Status { return s.With(s.Node.Leader()) }

// With is the present status with a leadership that was read before.
func (s *Source) With(l node.Leadership) Status {
	a, group, n := s.Node.Algorithm(), s.Node.Config(), s.Node.Statistics()
	now := Status{Node: int(group.Self), PID: os.Getpid(), Algorithm: a.Name, On: a.On, Self: l.Self, Term: l.Term, Since: n.Since, HTTP: s.http}
	names := map[impl.ID]string{}
	if s.Network != nil {
		now.Cluster, names = s.Network.Cluster(), s.Network.Processes()
	}
	for _, count := range n.Elections {
		now.Elections += count
	}
	if time.Until(n.Calls) > 0 {
		now.NextCall = &n.Calls
	}
	peers := map[impl.ID]node.PeerStatus{}
	for _, p := range n.Peers {
		peers[p.ID] = p
	}
	for _, id := range group.Members {
		m := Member{ID: int(id), Process: names[id], Suspected: peers[id].Suspected}
		if heard := peers[id].Heard; !heard.IsZero() {
			m.Silence = new(time.Since(heard).Seconds())
		}
		now.Members = append(now.Members, m)
	}
	if l.Leader != impl.Nobody {
		now.Leader = new(int(l.Leader))
	}
	if l.Decision != impl.Undecided {
		now.Decision = new(int(l.Decision - impl.Zero))
	}
	return now
}

// Role is the role of the node: leader, follower, or no leader.
func (s Status) Role() string {
	switch {
	case s.Self:
		return "leader"
	case s.Leader != nil:
		return "follower"
	}
	return "no leader"
}

// Awaited counts the other members, and those of them that are not alive or have not been heard yet.
func (s Status) Awaited() (missing, others int) {
	for _, m := range s.Members {
		if m.ID == s.Node {
			continue
		}
		if others++; m.Suspected || m.Silence == nil {
			missing++
		}
	}
	return missing, others
}
