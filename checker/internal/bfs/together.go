package bfs

import "sync"

// together lets all workers expand states of the level: each a part. The parts count up to the first state that needs Learn;
// what comes behind it is expanded again. Then one worker goes on alone for a while, and longer each time: where many states
// need Learn, the work of the others is lost.
func (s *Search[W]) together() (fits bool, err error) {
	s.flush()
	rows, from := s.Set.Rows(), make([]uint32, len(s.workers)+1)
	for i := range from {
		from[i] = min(s.Next+uint32(i*part), s.level)
	}
	done := make([]int, len(s.workers))
	var group sync.WaitGroup
	for i, w := range s.workers {
		s.keptParts[i] = s.keptParts[i][:0] // what counts if Expand ends its goroutine
		group.Go(func() {
			const noLimit = 1 << 30
			s.keptParts[i], done[i] = w.Expand(from[i], rows[from[i]:from[i+1]], s.keptParts[i], noLimit)
		})
	}
	group.Wait()
	if s.mayPassLimit() {
		for _, w := range s.workers {
			w.Drop()
		}
		s.isNear = true
		return true, nil
	}
	isWhole := true
	for i, w := range s.workers {
		if !isWhole {
			w.Drop()
			continue
		}
		w.Keep()
		s.insert(s.keptParts[i], from[i])
		s.Next = from[i] + uint32(done[i])
		isWhole = s.Next == from[i+1]
	}
	if isWhole {
		s.patience = max(s.patience/2, 1)
		return true, nil
	}
	s.relaxed, s.patience = s.patience, min(2*s.patience, 1<<10)
	return s.learn(s.Next)
}

// mayPassLimit reports whether the successors in all parts may be more than MaxStates allows.
func (s *Search[W]) mayPassLimit() bool {
	states := s.Set.Len()
	for _, keys := range s.keptParts {
		states += len(keys)
	}
	return states > s.mostStates()
}
