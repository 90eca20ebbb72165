package crosscheck_test

import (
	"testing"

	"interrex/checker"
	"interrex/explore/internal/crosscheck"
	"interrex/internal/testlevel"
)

// The election of Dolev, Klawe and Rodeh (1982), statement by statement. Package model does not have
// it. A step is one statement, as in the model of Spin's distribution. Its numbers of states are
// published, so they test the explorer independently of this repository.
//
// Each active node has a value, at first its own number. Passive nodes forward. In a phase an active node
// sends its value (FIRST) to the next active one, and forwards the value that it has received (SECOND).
// So it learns the values of the two active nodes before it. If the nearer one is a local maximum, the
// node takes that value over; otherwise it turns passive. A node that receives its own value is the
// only active one and sends WINNER.
//
// One step is what Spin makes one transition of: to print, to receive, to test, to send, to assign.
// A statement that concerns nobody else comes together with the one before it where both are
// always done in turn: a send and the assignment after it, a test and the assignment after it. A
// variable that can be read no more is forgotten where Spin forgets it: at the end of a test that
// has read it last.

// most is the largest ring, and room what a channel holds.
const (
	most = 7
	room = 10
)

// A location is where a node is in its program: what it does next.
type location uint8

const (
	gone location = iota // not yet created, or dead
	greets
	announces // FIRST, its own number
	waits     // for a message

	tookFirst // and tests whether it is active
	comparesFirst
	passesSecond
	isAlone // and asserts that its value is the maximum
	proclaims
	relaysFirst

	tookSecond // and tests whether it is active
	comparesSecond
	passesFirst
	resigns
	relaysSecond

	tookWinner // and tests whether it is the winner itself
	cheers
	counts
	asserts   // that it is the only one
	testsEcho // whether the message is the one that it has sent itself
	relaysWinner
	dies // as soon as all younger ones are dead
)

type node struct {
	at             location
	number         uint8
	value          uint8 // that it carries while active
	told, previous uint8
	active, knows  bool
}

type kind uint8

const (
	first kind = iota + 1
	second
	winner
)

type message struct {
	kind  kind
	value uint8
}

type channel struct {
	held     uint8
	messages [room]message
}

// An election is a state: channel i leads into node i.
type election struct {
	begun, over bool // init has made the nodes; init has died
	proclaimed  uint8
	nodes       [most]node
	ring        [most]channel
}

// dolevKlaweRodeh is the system of n nodes, whose numbers fall along the ring.
func dolevKlaweRodeh(n int) *checker.ValueSystem[election] {
	const lowest = 3 // the place, from 1, of the number 1
	return checker.Values([]election{{}}, func(s election, emit func(string, checker.Duty, election)) {
		if !s.begun { // one step: init's sequence is atomic
			s.begun = true
			for i := range n {
				number := uint8((n+lowest-(i+1))%n + 1)
				s.nodes[i] = node{at: greets, number: number, value: number, active: true}
			}
			emit("init", checker.None, s)
			return
		}
		living := false
		for i := n - 1; i >= 0; i-- {
			if to, ok := s.step(i, n, living); ok {
				emit("node", checker.None, to)
			}
			living = living || s.nodes[i].at != gone
		}
		if !living && !s.over {
			s.over = true
			emit("init dies", checker.None, s)
		}
	})
}

// step is the one thing that node i can do, if there is one: no statement leaves a choice.
// Younger: one that was created later still lives.
func (s election) step(i, n int, younger bool) (election, bool) {
	p := &s.nodes[i]
	send := func(kind kind, value uint8, then location) bool {
		p.at = then
		return s.ring[(i+1)%n].push(message{kind, value})
	}
	test := func(condition bool, then, otherwise location) {
		p.at = otherwise
		if condition {
			p.at = then
		}
	}
	switch p.at {
	case greets:
		p.at = announces
	case announces:
		return s, send(first, p.number, waits)
	case waits:
		m, ok := s.ring[i].pop()
		if !ok {
			return s, false
		}
		p.told = m.value
		p.at = [...]location{first: tookFirst, second: tookSecond, winner: tookWinner}[m.kind]

	case tookFirst:
		test(p.active, comparesFirst, relaysFirst)
	case comparesFirst:
		test(p.told != p.value, passesSecond, isAlone)
	case passesSecond:
		p.previous = p.told
		return s, send(second, p.told, waits)
	case isAlone:
		p.knows, p.at = true, proclaims
	case proclaims:
		return s, send(winner, p.told, waits)
	case relaysFirst:
		return s, send(first, p.told, waits)

	case tookSecond:
		test(p.active, comparesSecond, relaysSecond)
	case comparesSecond:
		test(p.previous > p.told && p.previous > p.value, passesFirst, resigns)
		if p.at == passesFirst {
			p.value, p.told = p.previous, 0 // told is forgotten
		}
	case passesFirst:
		return s, send(first, p.previous, waits)
	case resigns:
		p.active, p.at = false, waits
	case relaysSecond:
		return s, send(second, p.told, waits)

	default:
		return s.finale(i, n, younger)
	}
	return s, true
}

// finale is step once the winner is known.
func (s election) finale(i, n int, younger bool) (election, bool) {
	p := &s.nodes[i]
	switch p.at {
	case tookWinner:
		p.at = cheers
		if p.told != p.number { // it says so and goes on; its number is forgotten
			p.at, p.number = testsEcho, 0
		}
	case cheers:
		p.at = counts
	case counts:
		s.proclaimed++
		p.at = asserts
	case asserts:
		p.at = testsEcho
	case testsEcho:
		p.at = relaysWinner
		if p.knows { // this is forgotten
			p.at, p.knows = dies, false
		}
	case relaysWinner:
		p.at = dies
		return s, s.ring[(i+1)%n].push(message{winner, p.told})
	case dies:
		*p = node{}
		return s, !younger
	case gone:
		return s, false
	}
	return s, true
}

// push reports whether there is room.
func (c *channel) push(m message) bool {
	if c.held == room {
		return false
	}
	c.messages[c.held] = m
	c.held++
	return true
}

// pop takes the head of a channel, if there is one.
func (c *channel) pop() (message, bool) {
	if c.held == 0 {
		return message{}, false
	}
	m := c.messages[0]
	copy(c.messages[:], c.messages[1:])
	c.messages[room-1] = message{}
	c.held--
	return m, true
}

// published are the states of the model in Spin's distribution, without reduction. The steps are
// Spin's own count on that model.
var published = map[int]struct{ states, steps int }{5: {15_779, 58_180}, 6: {106_435, 470_270}, 7: {723_053, 3_725_164}}

// sizes are those to explore.
func sizes(t *testing.T) []int {
	if testlevel.Quick() {
		t.Log("7 nodes are left out: they take too long here")
		return []int{5, 6}
	}
	return []int{5, 6, 7}
}

// explored is what our explorer finds.
func explored(t *testing.T, n int) crosscheck.Counts {
	t.Helper()
	system := dolevKlaweRodeh(n)
	report := checker.Require(t, system,
		checker.Invariant("the value of who is alone is the maximum", system.On(func(s election) bool {
			for _, p := range s.nodes {
				if p.at == isAlone && int(p.told) != n {
					return false
				}
			}
			return true
		})),
		checker.Invariant("one winner", system.On(func(s election) bool { return s.proclaimed <= 1 })),
		checker.AtRest("the winner is known", system.On(func(s election) bool { return s.proclaimed == 1 && s.over })),
	)
	return crosscheck.Counts{States: report.States, Steps: report.Steps, Terminal: report.Terminal, Depth: report.Depth}
}

// TestDolevKlaweRodeh: our explorer finds the published numbers of states.
func TestDolevKlaweRodeh(t *testing.T) {
	for _, n := range sizes(t) {
		got := explored(t, n)
		if want := published[n]; got.States != want.states || got.Steps != want.steps || got.Terminal != 1 {
			t.Errorf("%d nodes: %v; want %d states, %d steps, 1 terminal", n, got, want.states, want.steps)
		}
	}
}
