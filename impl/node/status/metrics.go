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
type metrics struct{ strings.Builder }

// A sample is a value of a metric under a label; "": it has none.
type sample struct {
	label string
	value float64
}

// add adds a metric. A label follows its name in braces.
func (m *metrics) add(kind, name, help string, samples ...sample) {
	name, label, hasLabel := strings.Cut(strings.TrimSuffix(name, "}"), "{")
	fmt.Fprintf(m, "# HELP elect_%s %s\n# TYPE elect_%[1]s %[3]s\n", name, help, kind)
	for _, s := range samples {
		if hasLabel {
			s.label = fmt.Sprintf("{%s=%q}", label, s.label)
		}
		fmt.Fprintf(m, "elect_%s%s %s\n", name, s.label, strconv.FormatFloat(s.value, 'g', -1, 64))
	}
}

func (m *metrics) one(kind, name, help string, value float64) {
	m.add(kind, name, help, sample{value: value})
}

// each is a sample for each key of a map, in their order.
func each[K interface{ ~int | ~string }](values map[K]int) (list []sample) {
	for _, key := range slices.Sorted(maps.Keys(values)) {
		list = append(list, sample{fmt.Sprint(key), float64(values[key])})
	}
	return list
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// Metrics are those of the node, in the text format of Prometheus.
func (s *Source) Metrics() string {
	m, n, l := new(metrics), s.Node.Statistics(), s.Node.Leader()
	var suspected, silence []sample
	for _, p := range n.Peers {
		suspected = append(suspected, sample{p.ID.String(), one(p.Suspected)})
		if !p.Heard.IsZero() {
			silence = append(silence, sample{p.ID.String(), time.Since(p.Heard).Seconds()})
		}
	}
	m.add(counter, "elections_total{cause}", "Elections that this node has started, by cause.", each(n.Elections)...)
	m.one(counter, "detector_mistakes_total", "Wrong suspicions: the member was alive.", float64(n.Mistakes))
	m.one(counter, "leaderless_seconds_total", "Total time without a leader, as seen by this node.", n.Leaderless.Seconds())
	m.one(gauge, "leader", "Id of the leader; 0: none.", float64(l.Leader))
	m.one(gauge, "leads", "1 if this node leads.", one(l.Self))
	m.one(gauge, "term", "Term of the leader.", float64(l.Term))
	m.one(counter, "leader_changes_total", "Changes of leader, as seen by this node.", float64(n.Changes))
	m.add(gauge, "suspected{peer}", "1 if the member is suspected of being dead.", suspected...)
	m.add(gauge, "silence_seconds{peer}", "Time since the last heartbeat or message of the member.", silence...)
	if s.Network == nil {
		return m.String()
	}
	t := s.Network.Counters()
	m.add(counter, "refused_total{what}", "Refused connections and messages. bad-certificate: no valid certificate, or no greeting; wrong-node: the certificate of another node; wrong-version: another protocol, cluster or algorithm, or an older incarnation.",
		each(map[string]int{"bad-certificate": t.BadCertificate, "wrong-node": t.WrongNode, "wrong-version": t.WrongVersion, "malformed": t.Malformed})...)
	m.add(counter, "network_events_total{what}", "Events of the network.",
		each(map[string]int{"reconnect": t.Reconnects, "resent": t.Resent, "duplicate": t.Duplicates, "dropped": t.Dropped, "cut-off": t.CutOff})...)
	m.add(gauge, "queued_messages{peer}", "Messages that wait for a member.", each(t.Queued)...)
	m.one(gauge, "certificate_expiry_timestamp_seconds", "When the certificate of the node expires; in seconds since 1970.", float64(s.Network.Expiry().Unix()))
	return m.String()
}
