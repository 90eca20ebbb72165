package impl_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"interrex/impl"
)

// A script is bytes that choose.
type script []byte

// draw is one of 0 to n-1; when the script has come to its end it is 0.
func (s *script) draw(n int) int {
	if len(*s) == 0 {
		return 0
	}
	b := (*s)[0]
	*s = (*s)[1:]
	return int(b) % n
}

// group draws a member and its group. Called for the same script it gives the same, and shares
// nothing.
func (s *script) group() *impl.Config {
	var c impl.Config
	for id := range 1 + s.draw(5) {
		c.Members = slices.Insert(c.Members, s.draw(len(c.Members)+1), impl.ID(3*id+1))
	}
	c.Self = c.Members[s.draw(len(c.Members))]
	if s.draw(2) == 1 {
		for range c.Members {
			c.Loads = append(c.Loads, s.draw(3))
		}
	}
	c.PreVote, c.CheckQuorum = s.draw(2) == 1, s.draw(2) == 1
	return &c
}

// number draws any number, the ids of members and small ones more often than others.
func (s *script) number(c *impl.Config) int {
	switch s.draw(4) {
	case 0:
		return s.draw(4)
	case 1:
		return []int{-1, math.MinInt, math.MaxInt, 64, 1 << 40, 255}[s.draw(6)]
	}
	return int(c.Members[s.draw(len(c.Members))])
}

// message draws a message of the algorithm, or nearly one.
func (s *script) message(a impl.Algorithm, c *impl.Config) impl.Message {
	form := a.Forms[s.draw(len(a.Forms))]
	m := impl.Message{Word: form.Word}
	for _, kind := range form.Args {
		width := map[impl.Kind]int{"log": 2, "vector": len(c.Members)}[kind]
		for range max(width, 1) {
			if kind == "way" {
				m.Args = append(m.Args, s.draw(3))
			} else {
				m.Args = append(m.Args, s.number(c))
			}
		}
	}
	switch s.draw(16) {
	case 0:
		m.Word += "S"
	case 1:
		m.Args = append(m.Args, s.number(c))
	case 2:
		m.Args = m.Args[:len(m.Args)/2]
	}
	return m
}

// input draws an input. Timers run out only if they have been set.
func (s *script) input(a impl.Algorithm, c *impl.Config, armed []impl.Timer) impl.Input {
	peer := c.Members[s.draw(len(c.Members))]
	switch s.draw(12) {
	case 0:
		return impl.Start{}
	case 1:
		return impl.Recover{}
	case 2:
		return impl.Detect{Peer: peer}
	case 3:
		return impl.Suspect{Peer: peer}
	case 4:
		return impl.Trust{Peer: peer}
	case 5:
		if len(armed) > 0 {
			return impl.Timeout{Timer: armed[s.draw(len(armed))]}
		}
	}
	return impl.Receive{From: peer, Message: s.message(a, c)}
}

// cloned shares nothing with the input.
func cloned(in impl.Input) impl.Input {
	if r, ok := in.(impl.Receive); ok {
		r.Message.Args = slices.Clone(r.Message.Args)
		return r
	}
	return in
}

// mustEqual compares deeply, unexported fields too.
func mustEqual(t *testing.T, what string, got, want any) {
	if !reflect.DeepEqual(got, want) {
		all := cmp.Exporter(func(reflect.Type) bool { return true })
		t.Fatalf("%s (-want +got):\n%s", what, cmp.Diff(want, got, all))
	}
}

// follow makes a member go through a script, and a twin that shares nothing with it, half a step
// behind: so if a step changes the state that it is made from, the two differ.
func follow(t *testing.T, s script) {
	s = s[:min(len(s), 500)] // longer ones show nothing else
	a := impl.Algorithms()[s.draw(len(impl.Algorithms()))]
	again := slices.Clone(s)
	c, twinC := s.group(), again.group()
	back := s.draw(2) == 1
	state, out := a.Boot(c, nil, back)
	twin, twinOut := a.Boot(twinC, nil, back)
	mustEqual(t, "boots differ", out, twinOut)
	armed := rearm(nil, out)
	for len(s) > 0 {
		in := s.input(a, c, armed)
		if r, ok := in.(impl.Receive); ok {
			if err := a.Check(c, r.Message); err != nil {
				if strings.Contains(err.Error(), "\n") {
					t.Fatalf("more than a line: %v", err)
				}
				continue
			}
			a.Spell(c, r.Message)
		}
		original := cloned(in)
		next, out := state.Step(in)
		mustEqual(t, "the step has changed the state before", state, twin)
		mustEqual(t, "the step has changed its input", in, original)
		second, secondOut := state.Step(in)
		mustEqual(t, "the same step leads elsewhere", second, next)
		mustEqual(t, "the same step does something else", secondOut, out)
		if out.Ignored {
			mustEqual(t, "an ignored step changes something", next, twin)
			mustEqual(t, "an ignored step does something", out, impl.Outputs{Ignored: true})
		}
		for _, send := range out.Sends {
			if err := a.Check(c, send.Message); err != nil {
				t.Fatalf("%s sends what nobody takes: %v", a.Name, err)
			}
		}
		if timeout, ok := in.(impl.Timeout); ok {
			armed = slices.DeleteFunc(slices.Clone(armed), func(timer impl.Timer) bool { return timer == timeout.Timer })
		}
		armed = rearm(armed, out)
		twin, _ = twin.Step(original)
		state = next
		state.Elected()
		state.TakesPart()
		state.Variables()
	}
}

// rearm lists the timers that run after a step.
func rearm(armed []impl.Timer, out impl.Outputs) []impl.Timer {
	armed = slices.DeleteFunc(slices.Clone(armed), func(t impl.Timer) bool { return slices.Contains(out.Stop, t) })
	for _, s := range out.Set {
		if !slices.Contains(armed, s.Timer) {
			armed = append(armed, s.Timer)
		}
	}
	return armed
}

// FuzzStep: a step is a function of the state and the input, and changes neither. Whatever words and arguments a stranger sends, either Check refuses them or Step can take
// them, and what it sends others can take.
func FuzzStep(f *testing.F) {
	for seed := range uint64(150) {
		random := rand.New(rand.NewPCG(seed, 0))
		s := make([]byte, 300)
		for i := range s {
			s[i] = byte(random.Uint32())
		}
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s []byte) { follow(t, s) })
}

// TestSpelling: words are checked to the letter, numbers by what they stand for.
func TestSpelling(t *testing.T) {
	c := &impl.Config{Self: 1, Members: []impl.ID{1, 2, 3}}
	for _, test := range []struct {
		algorithm string
		m         impl.Message
		want      string // the message as it is spelt, or the complaint
	}{
		{"chang-roberts", impl.Message{Word: "ELECTION", Args: []int{3}}, "ELECTION(3)"},
		{"lelann", impl.Message{Word: "ASK", Args: []int{1, 0}}, "ASK(1,⊥)"},
		{"hirschberg-sinclair", impl.Message{Word: "PROBE", Args: []int{3, 1, 2, 1}}, "PROBE(3,1,2,left)"},
		{"hirschberg-sinclair", impl.Message{Word: "REPLY", Args: []int{3, 1, 0}}, "REPLY(3,1,right)"},
		{"bully-recovery", impl.Message{Word: "REJECT"}, "REJECT"},
		{"bully-recovery", impl.Message{Word: "OK"}, `bully-recovery has no message "OK"`},
		{"chang-roberts", impl.Message{Word: "ELECTION"}, "ELECTION has too few arguments: []"},
		{"chang-roberts", impl.Message{Word: "ELECTION", Args: []int{4}}, "ELECTION[4]: 4 is not among the members [1 2 3]"},
		{"lelann", impl.Message{Word: "ELECT", Args: []int{0}}, "ELECT[0]: 0 is not among the members [1 2 3]"},
		{"lelann", impl.Message{Word: "ELECT", Args: []int{1, 2}}, "ELECT has too many arguments: [1 2]"},
		{"hirschberg-sinclair", impl.Message{Word: "PROBE", Args: []int{3, -1, 2, 1}}, "PROBE[3 -1 2 1]: -1 is negative"},
		{"hirschberg-sinclair", impl.Message{Word: "REPLY", Args: []int{3, math.MaxInt, 1}},
			"REPLY[3 9223372036854775807 1]: 9223372036854775807 is too large; allowed are at most 1152921504606846975"},
		{"hirschberg-sinclair", impl.Message{Word: "REPLY", Args: []int{3, 1, 2}}, "REPLY[3 1 2]: 2 is no direction; 0 is right, 1 is left"},
	} {
		a := find(t, test.algorithm)
		var got string
		if err := a.Check(c, test.m); err != nil {
			got = err.Error()
		} else {
			got = a.Spell(c, test.m)
		}
		if got != test.want {
			t.Errorf("%s, %v: %s, want %s", test.algorithm, test.m, got, test.want)
		}
	}
}
