package drive

import (
	"fmt"
	"slices"

	"interrex/impl"
	"interrex/model"
	"interrex/model/world"
)

// A Cast is what does not change while members play: who they are, in which world. It numbers what
// it has seen: local states and messages. One goroutine at a time may use it.
type Cast struct {
	algorithm impl.Algorithm
	world     world.Config
	configs   []*impl.Config // in ring order
	page      page
	inOrder   []channel // as a View lists them

	locals   map[string]*local
	messages map[string]*message
}

// A message is one on its way, with the way that it travels.
type message struct {
	impl.Message
	behind bool // it travels against the ring
	number int
	text   string // as the page prints it
}

// A channel leads from one member to another.
type channel struct {
	index int // in Group.channels
	name  string
}

// NewCast finds the members for a world, or says why there are none.
func NewCast(c world.Config) (*Cast, error) {
	a, err := impl.Find(c.Algorithm.Name)
	if err == nil {
		a, err = a.Over(c.Algorithm.On)
	}
	if err != nil {
		return nil, fmt.Errorf("the implementation has %w", err)
	}
	return newCast(c, a)
}

func newCast(c world.Config, a impl.Algorithm) (*Cast, error) {
	switch {
	case c.Reading != model.Repaired:
		return nil, fmt.Errorf("reading %s: the implementation follows the repaired one", c.Reading)
	case a.Name == "ring-watch" && c.Watchers != model.BothNeighbours:
		return nil, fmt.Errorf("watchers %s: in the implementation both neighbours watch", c.Watchers)
	case c.Initial != world.NobodyElected:
		return nil, fmt.Errorf("initial %s: members of the implementation begin with nobody elected", c.Initial)
	case c.Criterion == model.ByLog && !a.Terms:
		return nil, fmt.Errorf("criterion %s: the implementation of %s judges by load and id", c.Criterion, a.Name)
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	cast := &Cast{algorithm: a, world: c, locals: map[string]*local{}, messages: map[string]*message{}}
	var members []impl.ID
	for _, id := range c.IDs {
		members = append(members, impl.ID(id))
	}
	for p, id := range members {
		config := &impl.Config{Self: id, Members: members, PreVote: c.PreVote, CheckQuorum: c.CheckQuorum}
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
	cast.page = pageOf(cast)
	order := slices.Sorted(slices.Values(c.IDs))
	for _, from := range order {
		for _, to := range order {
			index := cast.place(from)*len(order) + cast.place(to)
			cast.inOrder = append(cast.inOrder, channel{index, channelName(from, to)})
		}
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
		if err := c.algorithm.Check(c.configs[from], s.Message); err != nil {
			m = &message{text: err.Error()}
		} else {
			m = &message{text: c.page.message(c.configs[from], s.Message)}
		}
		m.Message, m.behind, m.number = s.Message, s.To == impl.Behind, len(c.messages)
		c.messages[key] = m
	}
	return m
}
