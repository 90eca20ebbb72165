package drive

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"interrex/impl"
	"interrex/internal/testlevel"
)

// A wound changes what a member does about one kind of input. It is given the healthy state, the input
// and what would have come of it.
type wound struct {
	name  string
	about string // how the page of the mutants tells it
	cut   func(w wounded, in impl.Input, after impl.State, out impl.Outputs) (impl.State, impl.Outputs)
}

// wounds are those that each step of each algorithm is given, one by one.
func wounds() []wound {
	return []wound{
		{"deaf", "nothing happens", func(w wounded, _ impl.Input, _ impl.State, _ impl.Outputs) (impl.State, impl.Outputs) {
			return w.State, impl.Outputs{}
		}},
		{"asleep", "it is ignored", func(w wounded, _ impl.Input, _ impl.State, _ impl.Outputs) (impl.State, impl.Outputs) {
			return w.State, impl.Outputs{Ignored: true}
		}},
		{"frozen", "messages leave, and the state stays", func(w wounded, _ impl.Input, _ impl.State, out impl.Outputs) (impl.State, impl.Outputs) {
			return w.State, out
		}},
		{"mute", "no message leaves", leaving(func(_ *impl.Config, _ []impl.Send) []impl.Send { return nil })},
		{"stammering", "the first message leaves twice", leaving(func(_ *impl.Config, s []impl.Send) []impl.Send {
			return append(slices.Clone(s[:min(1, len(s))]), s...)
		})},
		{"breathless", "the last message does not leave", leaving(func(_ *impl.Config, s []impl.Send) []impl.Send {
			return s[:max(0, len(s)-1)]
		})},
		{"backwards", "messages leave in the opposite order", leaving(func(_ *impl.Config, s []impl.Send) []impl.Send {
			s = slices.Clone(s)
			slices.Reverse(s)
			return s
		})},
		{"lisping", "the first number of the first message is another", leaving(func(c *impl.Config, s []impl.Send) []impl.Send {
			s = slices.Clone(s)
			if len(s) > 0 {
				s[0].Message = other(c, s[0].Message)
			}
			return s
		})},
		{"astray", "the first message goes to another", leaving(func(c *impl.Config, s []impl.Send) []impl.Send {
			s = slices.Clone(s)
			if len(s) > 0 {
				s[0].To = elsewhere(c, s[0].To)
			}
			return s
		})},
		{"mishearing", "the first number of the message is taken for another", func(w wounded, in impl.Input, after impl.State, out impl.Outputs) (impl.State, impl.Outputs) {
			if r, is := in.(impl.Receive); is && len(r.Message.Args) > 0 {
				r.Message = other(w.config, r.Message)
				return w.State.Step(r)
			}
			return after, out
		}},
		{"impatient", "no timer is set", func(_ wounded, _ impl.Input, after impl.State, out impl.Outputs) (impl.State, impl.Outputs) {
			out.Set = nil
			return after, out
		}},
		{"nagging", "no timer is stopped", func(_ wounded, _ impl.Input, after impl.State, out impl.Outputs) (impl.State, impl.Outputs) {
			out.Stop = nil
			return after, out
		}},
		{"forgetful", "nothing is kept on stable storage", func(_ wounded, _ impl.Input, after impl.State, out impl.Outputs) (impl.State, impl.Outputs) {
			out.Keep = nil
			return after, out
		}},
		{"reborn", "the state begins anew first", func(w wounded, in impl.Input, _ impl.State, _ impl.Outputs) (impl.State, impl.Outputs) {
			return w.newborn.Step(in)
		}},
	}
}

func leaving(change func(*impl.Config, []impl.Send) []impl.Send) func(wounded, impl.Input, impl.State, impl.Outputs) (impl.State, impl.Outputs) {
	return func(w wounded, _ impl.Input, after impl.State, out impl.Outputs) (impl.State, impl.Outputs) {
		out.Sends = change(w.config, out.Sends)
		return after, out
	}
}

// other is the message with another first number: the next member's id, or one more.
func other(c *impl.Config, m impl.Message) impl.Message {
	if len(m.Args) == 0 {
		return m
	}
	args := slices.Clone(m.Args)
	if k := c.Place(impl.ID(args[0])); k >= 0 {
		args[0] = int(c.Members[(k+1)%len(c.Members)])
	} else {
		args[0]++
	}
	return impl.Message{Word: m.Word, Args: args}
}

// elsewhere is another receiver: the other way round, or the next member that is not oneself.
func elsewhere(c *impl.Config, to impl.ID) impl.ID {
	switch to {
	case impl.Next:
		return impl.Behind
	case impl.Behind:
		return impl.Next
	}
	others := c.Others()
	return others[(slices.Index(others, to)+1)%len(others)]
}

// A wounded state is a healthy one that does one thing otherwise.
type wounded struct {
	impl.State
	config  *impl.Config
	newborn impl.State
	running timers // those that would run
	*incision
}

// timers are a set, ascending.
type timers []impl.Timer

func (t timers) after(in impl.Input, out impl.Outputs) timers {
	gone := slices.Clone(out.Stop)
	if fired, is := in.(impl.Timeout); is {
		gone = append(gone, fired.Timer)
	}
	left := slices.DeleteFunc(slices.Clone(t), func(t impl.Timer) bool { return slices.Contains(gone, t) })
	for _, s := range out.Set {
		if !slices.Contains(left, s.Timer) {
			left = append(left, s.Timer)
		}
	}
	slices.SortFunc(left, compareTimers)
	return left
}

// An incision is a wound to what is done about one kind of input. If there is none, all wounds are
// tried on each step, and nothing is changed.
type incision struct {
	about string // the input
	wound *wound

	felt map[feeling]bool
}

// A feeling is that a wound makes a difference.
type feeling struct{ about, wound string }

func (w wounded) Step(in impl.Input) (impl.State, impl.Outputs) {
	after, out := w.State.Step(in)
	about := kindOf(in)
	switch {
	case out.Ignored || out.Aside:
	case w.wound == nil:
		for _, wound := range wounds() {
			if state, other := wound.cut(w, in, after, out); !reflect.DeepEqual(state, after) || !w.alike(in, out, other) {
				w.felt[feeling{about, wound.name}] = true
			}
		}
	case about == w.about:
		after, out = w.wound.cut(w, in, after, out)
	}
	w.State, w.running = after, w.running.after(in, out)
	return w, out
}

// alike reports whether the outputs of a step are the same. To stop a timer that does not run is
// nothing.
func (w wounded) alike(in impl.Input, a, b impl.Outputs) bool {
	same := slices.Equal(w.running.after(in, a), w.running.after(in, b))
	a.Stop, b.Stop = nil, nil
	return same && reflect.DeepEqual(a, b)
}

// kindOf is the action, and of a delivery the word.
func kindOf(in impl.Input) string {
	switch in := in.(type) {
	case impl.Receive:
		return "deliver " + in.Message.Word
	case impl.Timeout:
		return "timeout " + in.Timer.Name
	}
	return in.Action()
}

// kinds are those of an algorithm.
func kinds(a impl.Algorithm) []string {
	list := []string{"start", "recover", "detect", "report", "withdraw"}
	for _, f := range a.Forms {
		list = append(list, "deliver "+f.Word)
	}
	for _, t := range a.Timers {
		list = append(list, "timeout "+t)
	}
	return list
}

// cutInto wounds an algorithm.
func cutInto(a impl.Algorithm, i *incision) impl.Algorithm {
	healthy := a.Boot
	a.Boot = func(c *impl.Config, kept *impl.Stable, back bool) (impl.State, impl.Outputs) {
		state, out := healthy(c, kept, back)
		newborn, _ := healthy(c, nil, false)
		return wounded{state, c, newborn, timers(nil).after(impl.Start{}, out), i}, out
	}
	return a
}

// A mutant is an algorithm of which one step is wounded. It is killed by the first world in which it
// diverges from the model.
type mutant struct {
	algorithm, about, wound string
	killed                  string // the world
	survived                bool
}

// operate tries all mutants of an algorithm, in each world in which the wound makes a difference until
// one kills it. A wound that makes none in any is no mutant.
func operate(a impl.Algorithm, all []*study) (tried []mutant) {
	try := func(s *study, i *incision) bool {
		cast, err := newCast(s.graph.config, cutInto(a, i))
		if err != nil {
			panic(err)
		}
		return compare(s.graph, cast).Divergence == nil
	}
	own := slices.DeleteFunc(slices.Clone(all), func(s *study) bool { return s.algorithm.String() != a.String() })
	slices.SortStableFunc(own, func(a, b *study) int { return a.found.Pairs - b.found.Pairs }) // small ones kill as well
	felt := make([]map[feeling]bool, len(own))
	var group sync.WaitGroup
	for i, s := range own {
		felt[i] = map[feeling]bool{}
		group.Go(func() {
			if !try(s, &incision{felt: felt[i]}) {
				panic(a.Name + " diverges unwounded")
			}
		})
	}
	group.Wait()
	for _, about := range kinds(a) {
		for _, wound := range wounds() {
			m := mutant{algorithm: a.Name, about: about, wound: wound.name}
			for i, s := range own {
				if m.killed != "" || !felt[i][feeling{about, wound.name}] {
					continue
				}
				if m.survived = try(s, &incision{about: about, wound: &wound}); !m.survived {
					m.killed = s.command
				}
			}
			if m.survived || m.killed != "" {
				tried = append(tried, m)
			}
		}
	}
	return tried
}

// operated are all mutants of all algorithms, found once for all tests.
var operated = sync.OnceValue(func() (all [][]mutant) {
	studies, err := compared()
	if err != nil {
		panic(err)
	}
	algorithms := impl.Algorithms()
	all = make([][]mutant, len(algorithms))
	var group sync.WaitGroup
	for i, a := range algorithms {
		group.Go(func() { all[i] = operate(a, studies) })
	}
	group.Wait()
	return all
})

// equivalents are the mutants that alter only what the model has no word for, so that no world kills them, and
// what that is.
var equivalents = map[string]string{
	"raft: start: reborn":              "a process that starts is in its first state, except for the detector's suspicions, which are no variable of the page",
	"raft: deliver PREVOTE: impatient": "T runs already, and only a clock would show that it begins anew; raft has no world with a clock",
}

func (m mutant) name() string { return m.algorithm + ": " + m.about + ": " + m.wound }

// TestWounds: no wound to a step of any algorithm escapes the comparison, but for those explained.
func TestWounds(t *testing.T) {
	testlevel.Slow(t, "every wounded step; TestRefinement compares a world of each algorithm")
	if testlevel.Race {
		return // the same mutants, slower
	}
	explained := 0
	for i, tried := range operated() {
		if name := impl.Algorithms()[i].Name; len(tried) < 10 {
			t.Errorf("%s: only %d mutants", name, len(tried))
		}
		for _, m := range tried {
			switch why := equivalents[m.name()]; {
			case m.survived && why == "":
				t.Errorf("%s survives, and nobody says why", m.name())
			case m.survived:
				explained++
			case why != "":
				t.Errorf("%s is killed by %s, and was said to survive", m.name(), m.killed)
			}
		}
	}
	if explained != len(equivalents) {
		t.Errorf("%d mutants survive, %d were said to", explained, len(equivalents))
	}
}
