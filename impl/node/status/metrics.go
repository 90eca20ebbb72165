package status

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The kinds of metrics.
const (
	counter = "counter"
	gauge   = "gauge"
)

// metrics are in the text format of Prometheus, computed at each request.
type metrics struct {
	strings.Builder
	name string // of the present metric
}

// begin begins a metric.
func (m *metrics) begin(kind, name, help string) {
	m.name = "elect_" + name
	fmt.Fprintf(m, "# HELP %s %s\n# TYPE %s %s\n", m.name, help, m.name, kind)
}

// one is a metric with a single value.
func (m *metrics) one(kind, name, help string, value float64) {
	m.begin(kind, name, help)
	m.value(value)
}

// value adds a value with labels: pairs of a name and a value.
func (m *metrics) value(value float64, labels ...string) {
	m.WriteString(m.name)
	for i := 0; i < len(labels); i += 2 {
		fmt.Fprintf(m, `%s%s=%q`, [2]string{"{", ","}[min(i, 1)], labels[i], labels[i+1])
	}
	if len(labels) > 0 {
		m.WriteString("}")
	}
	m.WriteString(" " + strconv.FormatFloat(value, 'g', -1, 64) + "\n")
}

// Metrics are those of the node, in the text format of Prometheus.
func (s *Source) Metrics() string {
	m := new(metrics)
	s.describeElection(m)
	if s.Network == nil {
		return m.String()
	}
	s.describeNetwork(m)
	e := s.Network.Expiry()
	m.begin(gauge, "certificate_expiry_timestamp_seconds", "When the certificate of the node, or of its authority, expires; in seconds since 1970.")
	m.value(float64(e.Node.Unix()), "of", "node")
	m.value(float64(e.Authority.Unix()), "of", "authority")
	return m.String()
}

func (s *Source) describeElection(m *metrics) {
	n, l := s.Node.Statistics(), s.Node.Leader()
	m.begin(counter, "elections_total", "Elections that this node has started, by cause.")
	for _, cause := range slices.Sorted(maps.Keys(n.Elections)) {
		m.value(float64(n.Elections[cause]), "cause", cause)
	}
	m.one(counter, "detector_mistakes_total", "Wrong suspicions: the member was alive.", float64(n.Mistakes))
	m.one(counter, "leaderless_seconds_total", "Total time without a leader, as seen by this node.", n.Leaderless.Seconds())
	m.one(gauge, "leader", "Id of the leader; 0: none.", float64(l.Leader))
	m.one(gauge, "leads", "1 if this node leads.", one(l.Self))
	m.one(gauge, "term", "Term of the leader.", float64(l.Term))
	m.one(counter, "leader_changes_total", "Changes of leader, as seen by this node.", float64(n.Changes))
	m.begin(gauge, "suspected", "1 if the member is suspected of being dead.")
	for _, p := range n.Peers {
		m.value(one(p.Suspected), "peer", p.ID.String())
	}
	m.begin(gauge, "silence_seconds", "Time since the last heartbeat or message of the member.")
	for _, p := range n.Peers {
		if !p.Heard.IsZero() {
			m.value(time.Since(p.Heard).Seconds(), "peer", p.ID.String())
		}
	}
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (s *Source) describeNetwork(m *metrics) {
	t := s.Network.Counters()
	m.begin(counter, "refused_total", "Refused connections and messages. bad-certificate: no valid certificate, or no greeting; wrong-node: the certificate of another node; wrong-version: another protocol, cluster or algorithm, or an older incarnation.")
	m.value(float64(t.Strangers), "what", "bad-certificate")
	m.value(float64(t.Liars), "what", "wrong-node")
	m.value(float64(t.Misfits), "what", "wrong-version")
	m.value(float64(t.Malformed), "what", "malformed")
	m.begin(counter, "network_events_total", "Events of the network.")
	m.value(float64(t.Reconnects), "what", "reconnect")
	m.value(float64(t.Resent), "what", "resent")
	m.value(float64(t.Duplicates), "what", "duplicate")
	m.value(float64(t.Dropped), "what", "dropped")
	m.value(float64(t.CutOff), "what", "cut-off")
	m.begin(gauge, "queued_messages", "Messages that wait for a member.")
	for _, id := range slices.Sorted(maps.Keys(t.Queued)) {
		m.value(float64(t.Queued[id]), "peer", id.String())
	}
}
