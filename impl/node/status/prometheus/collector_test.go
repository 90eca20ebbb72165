package prometheus

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
	"interrex/impl/node/status"
)

const sample = `# HELP elect_elections_total Elections.
# TYPE elect_elections_total counter
elect_elections_total{cause="start"} 2
# HELP elect_leader The leader.
# TYPE elect_leader gauge
elect_leader 3
`

func TestCollector(t *testing.T) {
	if err := testutil.CollectAndCompare(Collector(func() string { return sample }), strings.NewReader(sample)); err != nil {
		t.Error(err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(Collector(func() string { return "no metric" }))
	if _, err := registry.Gather(); err == nil {
		t.Error("a text in another format is collected")
	}
}

// TestOfNode: all metrics of a node are collected.
func TestOfNode(t *testing.T) {
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	members := []impl.ID{1, 2}
	shared := memory.New(1, members, memory.Faults{})
	n, err := node.New(node.Options{Algorithm: bully, Config: impl.Config{Self: 1, Members: members},
		Join: func(incarnation uint64, observing bool) (network.Network, error) {
			return shared.Join(1, incarnation, observing)
		}})
	if err != nil {
		t.Fatal(err)
	}
	metrics := (&status.Source{Node: n}).Metrics
	registry := prometheus.NewRegistry()
	registry.MustRegister(Collector(metrics))
	families, err := registry.Gather()
	if want := strings.Count(metrics(), "# TYPE "); err != nil || len(families) == 0 || len(families) > want {
		t.Errorf("%d families of %d: %v", len(families), want, err)
	}
}
