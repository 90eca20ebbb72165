package node

import (
	"maps"
	"sync"

	"interrex/impl"
	"interrex/impl/detect"
	"interrex/impl/network"
)

// Statistics counts what a node has done.
type Statistics struct {
	Incarnations int            // in which it took part
	Steps        int            // that were taken
	Elections    map[string]int // begun, by the action that was the cause
	Sent         map[string]int // messages, by word
	Taken        map[string]int
	Detector     detect.Quality
}

// step counts a step.
func (s *Statistics) step(action string, out impl.Outputs, d *network.Delivery) {
	s.Steps++
	if out.Begun {
		s.Elections[action]++
	}
	for _, send := range out.Sends {
		s.Sent[send.Message.Word]++
	}
	if d != nil {
		s.Taken[d.Envelope.Message.Word]++
	}
}

// statistics are counted by the loop, and read by everyone.
type statistics struct {
	mu  sync.Mutex
	now Statistics
}

func (n *Node) count(what func(*Statistics)) {
	n.statistics.mu.Lock()
	defer n.statistics.mu.Unlock()
	s := &n.statistics.now
	if s.Elections == nil {
		s.Elections, s.Sent, s.Taken = map[string]int{}, map[string]int{}, map[string]int{}
	}
	what(s)
}

func (s *statistics) get() Statistics {
	s.mu.Lock()
	defer s.mu.Unlock()
	copied := s.now
	copied.Elections = maps.Clone(copied.Elections)
	copied.Sent = maps.Clone(copied.Sent)
	copied.Taken = maps.Clone(copied.Taken)
	return copied
}
