package checker

import (
	"errors"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	digraph "interrex/checker/internal/graph"
)

// level is called before each level. If a property that stops the exploration is violated, it names the bound.
func (s *search) level() (bound string, err error) {
	if !s.options.StopFirst {
		return "", nil
	}
	if err := s.scan.proceed(); err != nil {
		return "", err
	}
	for n, p := range s.properties {
		if p.stops() && !p.IsLiveness() && (s.first(n) != nil || s.isViolatedAhead(p)) {
			return "stop", nil
		}
	}
	return "", nil
}

// isViolatedAhead reports whether an invariant is false in a state that has been found and not expanded.
func (s *search) isViolatedAhead(p Property) bool {
	if !p.isJudged || p.kind != invariant {
		return false
	}
	for id := s.Expanded(); id < s.Len(); id++ {
		if s.composed.Bits(uint32(id))&p.bit == 0 {
			return true
		}
	}
	return false
}

// watch is called between chunks of states.
func (s *search) watch() (bound string, err error) {
	breathe()
	now := time.Now()
	proceed := s.scan.proceedByMany
	if s.isProgressDue(now) {
		proceed = s.scan.proceed
	}
	if err := proceed(); err != nil {
		return "", err
	}
	if s.options.MaxTime > 0 && now.Sub(s.started) > s.options.MaxTime {
		return "time", nil
	}
	if s.ticks++; s.ticks%16 == 1 && s.options.MaxMemory > 0 && s.measure() > s.room {
		return "memory", nil
	}
	if s.Expanded() > 0 {
		s.progress(now, false)
	}
	return "", nil
}

// BytesHeld is the memory that Go's runtime has from the system now, in bytes. MaxMemory bounds it together with the memory of the
// visited set.
func BytesHeld() uint64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// progress reports the progress, at most ten times a second.
func (s *search) progress(now time.Time, isLiveness bool) {
	if !s.isProgressDue(now) {
		return
	}
	s.spoke = now
	sum, widths := s.Summary(), s.widths()
	depth := levelOf(widths, s.Expanded())
	s.options.Progress(Progress{
		States: sum.States, Steps: sum.Steps, Depth: depth, Expanded: s.Expanded(), Frontier: widths[depth],
		Elapsed: now.Sub(s.started), Bytes: s.measure(), Liveness: isLiveness, Violations: s.violations(),
	})
}

// widths returns the number of states of each level.
func (s *search) widths() (widths []int) {
	starts := append(slices.Clip(s.Starts()), uint32(s.Len()))
	for i := range len(starts) - 1 {
		widths = append(widths, int(starts[i+1]-starts[i]))
	}
	return widths
}

func (s *search) isProgressDue(now time.Time) bool {
	return s.options.Progress != nil && now.Sub(s.spoke) >= 100*time.Millisecond
}

// violations lists the violations found so far.
func (s *search) violations() []Violation {
	var t Tally
	for n, p := range s.properties {
		if f := s.first(n); f != nil && !p.IsLiveness() {
			t.Found = append(t.Found, *f)
		}
	}
	return append(t.Violations(s.properties, s.widths()), s.lassos...)
}

// measure returns the bytes that the process holds now, and keeps the peak.
func (s *search) measure() uint64 {
	m := s.Memory()
	held := BytesHeld() + uint64(m.RowBytes+m.TableBytes)
	s.peak = max(s.peak, held)
	return held
}

// A bounded is an explored graph that checks the bounds when it is asked for steps.
type bounded struct {
	exploration
	search *search
}

// Steps is part of graph.Graph.
func (g bounded) Steps(id uint32, to []digraph.Step) []digraph.Step {
	g.search.tick()
	return g.exploration.Steps(id, to)
}

// Recurring is part of graph.Graph.
func (g bounded) Recurring(ids []uint32, visit func(id uint32, steps []digraph.Step)) {
	for range ids {
		g.search.tick()
	}
	g.exploration.Recurring(ids, visit)
}

// errBound is what tick panics with.
var errBound = errors.New("a bound is hit")

// within decides something within the bounds, and names the bound that is hit, or has been hit before.
func (s *search) within(decide func()) (bound string) {
	defer func() {
		if v := recover(); v != nil && v != errBound {
			panic(v)
		}
		bound = s.boundNow()
	}()
	decide()
	return ""
}

// tick is called for each state that is visited while liveness is decided.
func (s *search) tick() {
	if s.ticks++; s.ticks%64 != 0 {
		return
	}
	breathe()
	s.progress(time.Now(), true)
	if s.boundNow() != "" {
		panic(errBound)
	}
}

// boundNow names the bound that ends the deciding of liveness, or "". Deciding it may take as long again as the exploration, and the
// memory that the exploration has left.
func (s *search) boundNow() string {
	switch {
	case s.hit != "":
	case s.ctx.Err() != nil:
		s.hit = "interrupted"
	case s.options.MaxTime > 0 && time.Now().After(s.until):
		s.hit = "time"
	case s.options.MaxMemory > 0 && s.measure() > s.options.MaxMemory:
		s.hit = "memory"
	}
	return s.hit
}

// breath is the time between two pauses.
const breath = 25 * time.Millisecond

var breathed time.Time

// breathe lets a browser deliver events now and then: it has one thread, and Go leaves it only to wait.
func breathe() {
	if runtime.GOOS == "js" && time.Since(breathed) >= breath {
		time.Sleep(time.Millisecond)
		breathed = time.Now()
	}
}
