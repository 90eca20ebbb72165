package drive

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/impl"
	"interrex/model"
	"interrex/model/world"
)

// A Cast is the constant part of a group: its members and its world. It numbers the local states and messages
// it has seen. One goroutine at a time may use it.
type Cast struct {
	algorithm impl.Algorithm
	world     world.Config
	configs   []*impl.Config // in ring order
	numbers   *numbering     // of omega-minimal

	locals   map[string]*local
	messages map[string]*message
}

// A local is all that a member is between two steps. There is one for each that has been seen.
type local struct {
	place   int
	state   impl.State   // nil: dead
	kept    *impl.Stable // stable storage
	running []running

	number    int
	variables string // as the page has them
	text      string // with its timers, or of a dead member its stable storage
	acts      map[cause]*act
}

// A running is a running timer. By the clock, left is its remaining ticks.
type running struct {
	timer impl.Timer
	left  int
}

// A message is a message in transit, with its direction.
type message struct {
	impl.Message
	behind bool // it travels against the ring
	number int
	text   string // as the page prints it
}

// A cause is what happens to a member.
type cause struct {
	action  string
	peer    impl.ID
	message *message
}

// An act is what a member does about a cause.
type act struct {
	after   *local
	sends   []sending
	ignored bool
	aside   bool
}

// A sending is an outgoing message: to a member, Next or Behind.
type sending struct {
	to      impl.ID
	message *message
}

// newCast creates the members for a world that the implementation has.
func newCast(c world.Config, a impl.Algorithm) (*Cast, error) {
	cast := &Cast{algorithm: a, world: c, locals: map[string]*local{}, messages: map[string]*message{}}
	var members []impl.ID
	for _, id := range c.IDs {
		members = append(members, impl.ID(id))
	}
	for p, id := range members {
		config := &impl.Config{Self: id, Members: members, PreVote: c.Options.Has("pre-vote"), CheckQuorum: c.Options.Has("check-quorum")}
		if c.Criterion == model.ByLoad {
			config.Loads = c.Loads
		}
		if c.Logs != nil {
			config.Log = impl.Log(c.Logs[p])
		}
		if err := config.Validate(); err != nil {
			return nil, err
		}
		cast.configs = append(cast.configs, config)
	}
	if c.Algorithm.Numbering() != nil {
		v := c.Variant()
		cast.numbers = &numbering{v.Numbers, v.Most}
	}
	return cast, nil
}

// place is where a member stands on the ring, or -1.
func (c *Cast) place(id model.ID) int { return c.configs[0].Place(impl.ID(id)) }

func (c *Cast) id(place int) model.ID { return c.world.IDs[place] }

// letter is the message that travels so.
func (c *Cast) letter(from int, s impl.Send) *message {
	key := fmt.Sprint(s.Message, s.To == impl.Behind)
	m, known := c.messages[key]
	if !known {
		m = &message{s.Message, s.To == impl.Behind, len(c.messages), ""}
		if err := c.algorithm.Check(c.configs[from], s.Message); err != nil {
			m.text = err.Error()
		} else if c.numbers != nil {
			m.text = c.numbers.message(c.configs[from], s.Message)
		} else {
			m.text = c.algorithm.Spell(c.configs[from], s.Message)
		}
		c.messages[key] = m
	}
	return m
}

// meet returns the one local that is like this one.
func (c *Cast) meet(l local) *local {
	slices.SortFunc(l.running, func(a, b running) int { return compareTimers(a.timer, b.timer) })
	key := fmt.Sprintf("%d %+v %v", l.place, l.state, l.running)
	if l.kept != nil {
		key += fmt.Sprintf(" %+v", *l.kept)
	}
	if known := c.locals[key]; known != nil {
		return known
	}
	l.number, l.acts = len(c.locals), map[cause]*act{}
	c.spell(&l)
	c.locals[key] = &l
	return &l
}

// spell words a local state as the page does.
func (c *Cast) spell(l *local) {
	config := c.configs[l.place]
	variables := func(s impl.State) string {
		if c.numbers != nil {
			return fmt.Sprint(c.numbers.variables(config, s))
		}
		return fmt.Sprint(s.Variables())
	}
	switch {
	case l.state != nil:
		var timers []string
		for _, r := range l.running {
			if !c.hides(l, r.timer) {
				timers = append(timers, timerText(r.timer, c.world.IsClocked(), r.left))
			}
		}
		l.variables = variables(l.state)
		l.text = liveText(c.id(l.place), l.variables, timers)
	case c.algorithm.Keeps && c.world.Restarts != 0:
		back, _ := c.algorithm.Boot(config, l.kept, true)
		l.text = deadText(c.id(l.place), variables(back))
	default:
		l.text = deadText(c.id(l.place), "")
	}
}

// hides reports whether a running timer is one that the page has no use for: Raft's Q, or one that could only raise a
// saturated count of omega-minimal.
func (c *Cast) hides(l *local, t impl.Timer) bool {
	if c.numbers != nil {
		return c.numbers.isSaturated(c.configs[l.place], l.state, t)
	}
	return t.Name == quorumCheck && c.algorithm.Terms
}

// quorumCheck is Raft's timer Q, which runs in the implementation only once it may fire.
const quorumCheck = "Q"

func timerText(timer fmt.Stringer, clocked bool, left int) string {
	if clocked {
		return fmt.Sprintf("%s in %d", timer, left)
	}
	return timer.String()
}

func liveText(id model.ID, variables string, timers []string) string {
	slices.Sort(timers)
	return fmt.Sprintln("P", id, variables, timers)
}

func deadText(id model.ID, kept string) string { return fmt.Sprintln("P", id, "dead, keeps", kept) }

func compareTimers(a, b impl.Timer) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Of, b.Of))
}

// boot is a member at its birth.
func (c *Cast) boot(place int, kept *impl.Stable, back bool) *local {
	state, out := c.algorithm.Boot(c.configs[place], kept, back)
	if len(out.Sends) > 0 {
		panic(fmt.Sprintf("drive: %s sends at boot", c.algorithm.Name))
	}
	return c.meet(local{place: place, state: state, kept: kept, running: c.wind(nil, out, 0)})
}

// grave is the state of a dead member.
func (c *Cast) grave(l *local) *local {
	dead := local{place: l.place}
	if c.algorithm.Keeps && c.world.Restarts != 0 {
		dead.kept = l.kept
	}
	return c.meet(dead)
}

// act is what a member does about an input that a step brings.
func (c *Cast) act(l *local, why cause, in impl.Input) *act {
	if known := l.acts[why]; known != nil {
		return known
	}
	before := l.running
	late := 0
	switch in := in.(type) {
	case impl.Timeout:
		before = slices.DeleteFunc(slices.Clone(before), func(r running) bool { return r.timer == in.Timer })
	case impl.Receive:
		late = c.world.Clock.Tp // it is set when the message has been handled
	}
	state, out := l.state.Step(in)
	a := &act{ignored: out.Ignored, aside: out.Aside}
	after := local{place: l.place, state: state, kept: l.kept, running: c.wind(before, out, late)}
	if out.Keep != nil {
		after.kept = out.Keep
	}
	a.after = c.meet(after)
	for _, s := range out.Sends {
		a.sends = append(a.sends, sending{s.To, c.letter(l.place, s)})
	}
	l.acts[why] = a
	return a
}

// wind is what the timers show after a step.
func (c *Cast) wind(before []running, out impl.Outputs, late int) []running {
	after := slices.Clone(before)
	without := func(t impl.Timer) {
		after = slices.DeleteFunc(after, func(r running) bool { return r.timer == t })
	}
	for _, t := range out.Stop {
		without(t)
	}
	for _, s := range out.Set {
		without(s.Timer)
		r := running{timer: s.Timer}
		if c.world.IsClocked() {
			r.left = c.length(s.Timer) + s.Extra + late
		}
		after = append(after, r)
	}
	return after
}

// length is for how many ticks a timer runs.
func (c *Cast) length(t impl.Timer) int {
	switch t.Name {
	case "T", "watch":
		return c.world.Clock.T
	case "T'":
		return c.world.Clock.T2
	}
	return c.world.Clock.Eta
}

// tick is a member a tick later.
func (c *Cast) tick(l *local) *local {
	if l.state == nil || len(l.running) == 0 {
		return l
	}
	tick := cause{action: "tick"}
	if l.acts[tick] == nil {
		later := *l
		later.running = slices.Clone(l.running)
		for i := range later.running {
			later.running[i].left = max(0, later.running[i].left-1)
		}
		l.acts[tick] = &act{after: c.meet(later)}
	}
	return l.acts[tick].after
}

// runs reports whether a timer runs, and its remaining ticks.
func (l *local) runs(t impl.Timer) (left int, runs bool) {
	i := slices.IndexFunc(l.running, func(r running) bool { return r.timer == t })
	if i < 0 {
		return 0, false
	}
	return l.running[i].left, true
}

// A numbering is the finite form of a member's counters on the page of omega-minimal. With M distinct numbers,
// it has beats modulo M for beats, and for seen[q] the ages beats - s, from -1 to M - 2, of the taken numbers
// s. A saturated count of suspicions is many. It lists processes by ascending id. So local states that the page
// holds for one are explored as one.
type numbering struct {
	numbers int // M
	most    int
}

func (n numbering) variables(c *impl.Config, s impl.State) []impl.Variable {
	list := slices.Clone(s.Variables())
	beats, _ := strconv.Atoi(valueOf(s, "beats"))
	for i, v := range list {
		switch v.Name {
		case "suspect":
			list[i].Value = n.counts(c, suspicions(s))
		case "beats":
			list[i].Value = strconv.Itoa(beats % n.numbers)
		case "seen":
			sets := strings.Fields(v.Value)
			for k, set := range sets {
				sets[k] = n.ages(beats, set)
			}
			list[i].Value = fmt.Sprint(ascending(c, sets))
		}
	}
	return list
}

func valueOf(s impl.State, name string) string {
	all := s.Variables()
	return all[slices.IndexFunc(all, func(v impl.Variable) bool { return v.Name == name })].Value
}

// suspicions are the numbers in the variable suspect.
func suspicions(s impl.State) []int {
	var numbers []int
	for _, word := range strings.Fields(strings.Trim(valueOf(s, "suspect"), "[]")) {
		count, _ := strconv.Atoi(word)
		numbers = append(numbers, count)
	}
	return numbers
}

// counts prints a number for each process.
func (n numbering) counts(c *impl.Config, numbers []int) string {
	var words []string
	for _, count := range numbers {
		if count >= n.most {
			words = append(words, "many")
		} else {
			words = append(words, strconv.Itoa(count))
		}
	}
	return fmt.Sprint(ascending(c, words))
}

// ages makes {-1,0,1} of {1-3}, where beats is 2.
func (n numbering) ages(beats int, set string) string {
	var ages []string
	spans := strings.Split(strings.Trim(set, "{}"), ",")
	for age := -1; age <= n.numbers-2; age++ {
		has := func(span string) bool {
			first, last, isLong := strings.Cut(span, "-")
			if !isLong {
				last = first
			}
			from, err1 := strconv.Atoi(first)
			to, err2 := strconv.Atoi(last)
			return err1 == nil && err2 == nil && from <= beats-age && beats-age <= to
		}
		if slices.ContainsFunc(spans, has) {
			ages = append(ages, strconv.Itoa(age))
		}
	}
	return "{" + strings.Join(ages, ",") + "}"
}

// message prints ALIVE(1,#2,[0 1 0]): numbers are 1 to M.
func (n numbering) message(c *impl.Config, m impl.Message) string {
	return fmt.Sprintf("%s(%d,#%d,%s)", m.Word, m.Args[0], 1+m.Args[1]%n.numbers, n.counts(c, m.Args[2:]))
}

// isSaturated reports whether a timer is that of a process with a saturated count.
func (n numbering) isSaturated(c *impl.Config, s impl.State, t impl.Timer) bool {
	k := c.Place(t.Of)
	return k >= 0 && suspicions(s)[k] >= n.most
}

// ascending brings a list in ring order into the order of the ids.
func ascending(c *impl.Config, list []string) []string {
	order := slices.Sorted(slices.Values(c.Members))
	sorted := make([]string, len(list))
	for i, id := range order {
		sorted[i] = list[c.Place(id)]
	}
	return sorted
}
