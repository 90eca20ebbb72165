package status

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
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

// each adds the values of a map; the key is the label.
func (m *metrics) each(counts map[string]int, labels ...string) {
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		m.value(float64(counts[key]), append(slices.Clone(labels), key)...)
	}
}

// Metrics are those of the node, in the text format of Prometheus.
func (s *Source) Metrics() string {
	m := new(metrics)
	s.describeElection(m)
	s.describeNetwork(m)
	e := s.Expiry()
	m.begin(gauge, "certificate_expiry_timestamp_seconds", "When the certificate of the node, or of its authority, runs out; in seconds since 1970.")
	m.value(float64(e.Node.Unix()), "of", "node")
	m.value(float64(e.Authority.Unix()), "of", "authority")
	return m.String()
}

func (s *Source) describeElection(m *metrics) {
	n, l := s.Node.Statistics(), s.Node.Leader()
	m.begin(counter, "elections_total", "Elections that the node has begun, by the action that was the cause.")
	m.each(n.Elections, "cause")
	m.begin(counter, "messages_total", "Messages of the algorithm, by direction and word.")
	m.each(n.Sent, "direction", "sent", "type")
	m.each(n.Taken, "direction", "taken", "type")
	m.one(counter, "steps_total", "Steps of the algorithm.", float64(n.Steps))
	m.one(counter, "incarnations_total", "Times that the node has begun to take part.", float64(n.Incarnations))
	m.one(counter, "detector_mistakes_total", "Suspicions of members that lived.", float64(n.Detector.Mistakes))
	m.one(counter, "detector_mistake_seconds_total", "Time for which members that lived have been suspected.", n.Detector.MistakeTime.Seconds())
	m.one(counter, "detector_deaths_total", "Deaths that the failure detector has found.", float64(n.Detector.Deaths))
	m.one(counter, "detector_death_seconds_total", "Silence before each death was found, added up.", n.Detector.DeathTime.Seconds())
	m.one(counter, "leaderless_seconds_total", "Time without a leader, as far as the node knows.", s.vacant().Seconds())
	leads := 0.0
	if l.Self {
		leads = 1
	}
	m.one(gauge, "leader", "The id of the leader; 0: nobody.", float64(l.Leader))
	m.one(gauge, "leads", "1 if the node leads.", leads)
	m.one(gauge, "term", "The term of the reign.", float64(l.Term))
	s.mu.Lock()
	defer s.mu.Unlock()
	m.one(counter, "leader_changes_total", "Changes of who leads, as far as the node knows.", float64(s.reign.changes))
	m.one(gauge, "token_term", "The term of the last fencing token that the node has issued.", float64(s.issued.Term))
	m.one(gauge, "token_sequence", "The sequence number of the last fencing token that the node has issued.", float64(s.issued.Sequence))
}

func (s *Source) describeNetwork(m *metrics) {
	t := s.Traffic()
	m.begin(counter, "refused_total", "What the network has refused.")
	m.value(float64(t.Strangers), "what", "stranger")
	m.value(float64(t.Liars), "what", "liar")
	m.value(float64(t.Misfits), "what", "misfit")
	m.value(float64(t.Malformed), "what", "malformed")
	m.begin(counter, "network_events_total", "What has happened on the network.")
	m.value(float64(t.Reconnects), "what", "reconnect")
	m.value(float64(t.Resent), "what", "resent")
	m.value(float64(t.Duplicates), "what", "duplicate")
	m.value(float64(t.Dropped), "what", "dropped")
	m.value(float64(t.CutOff), "what", "cut-off")
	m.begin(gauge, "queued_messages", "Messages that a member has not taken yet.")
	for _, id := range slices.Sorted(maps.Keys(t.Queued)) {
		m.value(float64(t.Queued[id]), "peer", id.String())
	}
}
