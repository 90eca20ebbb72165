package status

import (
	"maps"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
)

// A metric is computed at each request.
type metric struct {
	kind   prometheus.ValueType
	name   string
	help   string
	labels []string
}

// metrics lists all metrics, in the order in which Collect sends them.
func metrics() map[string]metric {
	const count, level = prometheus.CounterValue, prometheus.GaugeValue
	all := map[string]metric{}
	for _, m := range []metric{
		{count, "elections_total", "Elections that the node has begun, by the action that was the cause.", []string{"cause"}},
		{count, "messages_total", "Messages of the algorithm, by direction and word.", []string{"direction", "type"}},
		{count, "steps_total", "Steps of the algorithm.", nil},
		{count, "incarnations_total", "Times that the node has begun to take part.", nil},
		{count, "leader_changes_total", "Changes of who leads, as far as the node knows.", nil},
		{count, "leaderless_seconds_total", "Time without a leader, as far as the node knows.", nil},
		{level, "leader", "The id of the leader; 0: nobody.", nil},
		{level, "leads", "1 if the node leads.", nil},
		{level, "term", "The term of the reign.", nil},
		{level, "token_term", "The term of the last fencing token that the node has issued.", nil},
		{level, "token_sequence", "The sequence number of the last fencing token that the node has issued.", nil},
		{count, "detector_mistakes_total", "Suspicions of members that lived.", nil},
		{count, "detector_mistake_seconds_total", "Time for which members that lived have been suspected.", nil},
		{count, "detector_deaths_total", "Deaths that the failure detector has found.", nil},
		{count, "detector_death_seconds_total", "Silence before each death was found, added up.", nil},
		{count, "refused_total", "What the network has refused.", []string{"what"}},
		{count, "network_events_total", "What has happened on the network.", []string{"what"}},
		{level, "certificate_expiry_timestamp_seconds", "When the certificate of the node, or of its authority, runs out; in seconds since 1970.", []string{"of"}},
		{level, "queued_messages", "Messages that a member has not taken yet.", []string{"peer"}},
	} {
		all[m.name] = m
	}
	return all
}

// A collector collects the metrics of a source.
type collector struct{ *Source }

func (m metric) describe() *prometheus.Desc {
	return prometheus.NewDesc("elect_"+m.name, m.help, m.labels, nil)
}

// Describe implements [prometheus.Collector].
func (collector) Describe(to chan<- *prometheus.Desc) {
	for _, m := range metrics() {
		to <- m.describe()
	}
}

// Collect implements [prometheus.Collector].
func (c collector) Collect(to chan<- prometheus.Metric) {
	all := metrics()
	tell := func(name string, value float64, labels ...string) {
		m := all[name]
		to <- prometheus.MustNewConstMetric(m.describe(), m.kind, value, labels...)
	}
	c.tellElection(tell)
	c.tellNetwork(tell)
	if c.Expiry != nil {
		e := c.Expiry()
		tell("certificate_expiry_timestamp_seconds", float64(e.Node.Unix()), "node")
		tell("certificate_expiry_timestamp_seconds", float64(e.Authority.Unix()), "authority")
	}
}

type teller func(name string, value float64, labels ...string)

func (s *Source) tellElection(tell teller) {
	n := s.Node.Statistics()
	tellEach(n.Elections, func(cause string, k int) { tell("elections_total", float64(k), cause) })
	tellEach(n.Sent, func(word string, k int) { tell("messages_total", float64(k), "sent", word) })
	tellEach(n.Taken, func(word string, k int) { tell("messages_total", float64(k), "taken", word) })
	tell("steps_total", float64(n.Steps))
	tell("incarnations_total", float64(n.Incarnations))
	d := n.Detector
	tell("detector_mistakes_total", float64(d.Mistakes))
	tell("detector_mistake_seconds_total", d.MistakeTime.Seconds())
	tell("detector_deaths_total", float64(d.Deaths))
	tell("detector_death_seconds_total", d.DeathTime.Seconds())

	tell("leaderless_seconds_total", s.vacant().Seconds())
	l := s.Node.Leader()
	tell("leader", float64(l.Leader))
	tell("leads", number(l.Self))
	tell("term", float64(l.Term))
	s.mu.Lock()
	defer s.mu.Unlock()
	tell("leader_changes_total", float64(s.reign.changes))
	tell("token_term", float64(s.issued.Term))
	tell("token_sequence", float64(s.issued.Sequence))
}

func (s *Source) tellNetwork(tell teller) {
	t := s.Traffic()
	tell("refused_total", float64(t.Strangers), "stranger")
	tell("refused_total", float64(t.Liars), "liar")
	tell("refused_total", float64(t.Misfits), "misfit")
	tell("refused_total", float64(t.Malformed), "malformed")
	tell("network_events_total", float64(t.Reconnects), "reconnect")
	tell("network_events_total", float64(t.Resent), "resent")
	tell("network_events_total", float64(t.Duplicates), "duplicate")
	tell("network_events_total", float64(t.Dropped), "dropped")
	tell("network_events_total", float64(t.CutOff), "cut-off")
	for _, id := range slices.Sorted(maps.Keys(t.Queued)) {
		tell("queued_messages", float64(t.Queued[id]), id.String())
	}
}

func tellEach(counts map[string]int, tell func(label string, count int)) {
	for _, label := range slices.Sorted(maps.Keys(counts)) {
		tell(label, counts[label])
	}
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
