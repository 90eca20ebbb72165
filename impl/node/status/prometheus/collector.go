// Package prometheus makes a Prometheus collector of a node's status, for programs that have a registry of their own:
//
//	registry.MustRegister(prometheus.Collector((&status.Source{Node: n}).Metrics))
//
// It is a module of its own, so that package status does not depend on the client library.
package prometheus

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
)

type collector func() string

// Collector collects metrics that a function writes in the text format, as Source.Metrics of package status does. A text that is not
// in that format makes the collection fail.
func Collector(metrics func() string) prometheus.Collector { return collector(metrics) }

// Describe sends nothing: the metrics depend on the election.
func (collector) Describe(chan<- *prometheus.Desc) {}

// Collect sends all metrics.
func (c collector) Collect(to chan<- prometheus.Metric) {
	parser := expfmt.NewTextParser(model.LegacyValidation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(c()))
	if err != nil {
		to <- prometheus.NewInvalidMetric(prometheus.NewInvalidDesc(err), err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			var names, values []string
			for _, label := range m.GetLabel() {
				names, values = append(names, label.GetName()), append(values, label.GetValue())
			}
			kind, value := prometheus.GaugeValue, m.GetGauge().GetValue()
			if family.GetType() == dto.MetricType_COUNTER {
				kind, value = prometheus.CounterValue, m.GetCounter().GetValue()
			}
			to <- prometheus.MustNewConstMetric(prometheus.NewDesc(family.GetName(), family.GetHelp(), names, nil), kind, value, values...)
		}
	}
}
