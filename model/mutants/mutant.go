package mutants

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// A Mutant is an algorithm with a small mutation, and the property that the mutation violates.
type Mutant struct {
	Name  string // one word, with hyphens; unique in its algorithm
	Of    string // the algorithm, by the catalogue's name
	Rule  string // the mutated rule, as on the algorithm's page: "BU3"
	Wound string // the mutated behaviour, in one sentence without the subject
	Known string // the printed rule, or the bug of a real system, that it reproduces; "": none

	// Breaks is the property that the mutation must violate. "": none; the mutant claims to be equivalent in
	// its world.
	Breaks string

	// World changes the default world of three processes with ids 1 to 3 into one in which the original keeps
	// the property, and the mutant does not. nil: no change.
	World func(*world.Config)

	own   *model.Algorithm    // the algorithm, if it is not in the catalogue
	wound wound               // of the rules; nil: they are unchanged
	drops func(*world.Config) // removes an assumption about the world; nil: none
}

// Own makes a mutant of the caller's own election: its name, the mutated behaviour in one sentence without the
// subject, the mutated election, and the property that it must violate.
func Own(healthy model.Algorithm, name, wound string, wounded model.Algorithm, breaks string) Mutant {
	return Mutant{Name: name, Of: healthy.Name, Rule: "–", Wound: wound, Breaks: breaks, own: &healthy,
		wound: func(model.Handler) model.Handler { return wounded.Make(model.Variant{Reading: model.Repaired}) }}
}

// Mutants lists the collection by algorithm, in the order of the catalogue.
func Mutants() []Mutant {
	return slices.Concat(rings, ringMaxIDs, ringWatches, ringDetectors, ringAccepts, leLanns, changRoberts,
		hirschbergSinclairs, anonymous, itaiRodehs, bullies, bullyRecoveries, rafts, omegasTimely, omegasMinimal, consensuses)
}

// find looks an algorithm up. A consensus rests on bully.
func find(name string) (model.Algorithm, bool) {
	if name != model.ConsensusName {
		return model.Find(name)
	}
	election, ok := model.Find("bully")
	return model.Consensus(election), ok
}

// Healthy returns the mutant's world with the original algorithm.
func (m Mutant) Healthy() world.Config { return m.in(m.World) }

// Wounded returns the same world with the mutant instead of the algorithm, without the removed assumption.
func (m Mutant) Wounded() world.Config {
	c := m.in(m.World, m.drops)
	if healthy := c.Algorithm.Make; m.wound != nil {
		c.Algorithm.Make = func(v model.Variant) model.Handler { return m.wound(healthy(v)) }
	}
	return c
}

// OfWorld reports whether the rules are unchanged, and an assumption about the world is removed.
func (m Mutant) OfWorld() bool { return m.wound == nil }

// in returns the world with faults of the algorithm, with changes.
func (m Mutant) in(changes ...func(*world.Config)) world.Config {
	a, ok := find(m.Of)
	if m.own != nil {
		a, ok = *m.own, true
	}
	if !ok {
		panic(fmt.Sprintf("mutants: %s: there is no algorithm %q", m.Name, m.Of))
	}
	c := world.Faulty(a, []model.ID{1, 2, 3})
	for _, change := range changes {
		if change != nil {
			change(&c)
		}
	}
	c.Elections, c.Capacity = max(c.Elections, c.DefaultElections()), max(c.Capacity, c.DefaultCapacity())
	return c
}

// Unhurt returns the mutant without its mutation: its trial must find no violation.
func (m Mutant) Unhurt() Mutant {
	m.wound, m.drops = nil, nil
	return m
}

// The variables of a local state are private to their algorithm. Mutants that change variables access them
// here, and nowhere else. Every variable is a number: yes is 1, a mode is its place in the list, a set is its
// bits.

// The modes of the bully algorithms.
const (
	idle = iota
	waitingForOK
	waitingForCoordinator
)

// variable reads a variable of a local state by its name, as model.Variables spells it.
func variable(local model.Local, name string) int {
	_, field := open(local, name)
	switch field.Kind() {
	case reflect.Bool:
		if field.Bool() {
			return 1
		}
		return 0
	case reflect.Uint8, reflect.Uint64:
		return int(field.Uint())
	}
	return int(field.Int())
}

// assign returns the local state with one variable changed.
func assign(local model.Local, name string, value int) model.Local {
	changed, field := open(local, name)
	switch field.Kind() {
	case reflect.Bool:
		field.SetBool(value != 0)
	case reflect.Uint8, reflect.Uint64:
		field.SetUint(uint64(value))
	default:
		field.SetInt(int64(value))
	}
	return changed.Interface()
}

// open returns a copy of a local state, and its variable of that name, which can be set.
func open(local model.Local, name string) (whole, field reflect.Value) {
	whole = reflect.New(reflect.TypeOf(local)).Elem()
	whole.Set(reflect.ValueOf(local))
	field = whole
	for _, part := range strings.Split(name, ".") {
		if field = field.FieldByName(part); !field.IsValid() {
			panic(fmt.Sprintf("mutants: %T has no variable %s", local, name))
		}
	}
	return whole, reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
}

// A wound makes a mutant of the original handler.
type wound func(healthy model.Handler) model.Handler

// A trigger picks the events of a mutation.
type trigger func(self model.Self, e model.Event) bool

// on picks the deliveries of one kind of message.
func on(kind model.Kind) trigger {
	return func(_ model.Self, e model.Event) bool {
		return e.Kind == model.Receive && model.KindOf(e.Message) == kind
	}
}

// onOthers picks the deliveries of one kind of message with the id of another process, onOwn with its own,
// onHigher with a higher id, and onLower with a lower one.
func onOthers(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id != own })
}
func onOwn(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id == own })
}
func onHigher(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id > own })
}
func onLower(kind model.Kind) trigger {
	return onID(kind, func(id, own model.ID) bool { return id < own })
}

func onID(kind model.Kind, suits func(id, own model.ID) bool) trigger {
	return func(self model.Self, e model.Event) bool {
		return on(kind)(self, e) && suits(carried(e.Message), self.ID)
	}
}

// at picks the events of one kind, firing the timeouts of one timer.
func at(kind model.EventKind) trigger {
	return func(_ model.Self, e model.Event) bool { return e.Kind == kind }
}

func firing(timer string) trigger {
	return func(_ model.Self, e model.Event) bool { return e.Kind == model.Timeout && e.Timer.Name == timer }
}

// carried returns the id in a message, or Nobody.
func carried(m model.Message) model.ID {
	if field := reflect.ValueOf(m).FieldByName("ID"); field.IsValid() {
		return model.ID(field.Int())
	}
	return model.Nobody
}

// instead replaces the handling of a trigger.
func instead(when trigger, act func(healthy model.Handler, self model.Self, e model.Event) model.Outcome) wound {
	return func(healthy model.Handler) model.Handler { return actor{healthy, when, act} }
}

type actor struct {
	model.Handler
	when trigger
	act  func(model.Handler, model.Self, model.Event) model.Outcome
}

func (a actor) Handle(self model.Self, e model.Event) model.Outcome {
	if a.when(self, e) {
		return a.act(a.Handler, self, e)
	}
	return a.Handler.Handle(self, e)
}

// afterwards changes the outcome of what happens on a trigger.
func afterwards(when trigger, change func(self model.Self, e model.Event, out *model.Outcome)) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		out := healthy.Handle(self, e)
		change(self, e, &out)
		return out
	})
}

// ignoring drops an event.
func ignoring(when trigger) wound {
	return instead(when, func(_ model.Handler, self model.Self, _ model.Event) model.Outcome { return unmoved(self) })
}

// unmoved is the outcome of only sending.
func unmoved(self model.Self, sends ...model.Send) model.Outcome {
	return model.Outcome{Local: self.Local, Elections: self.Elections, Sends: sends}
}

// mistaking replaces one event by another.
func mistaking(when trigger, take func(self model.Self, e model.Event) model.Event) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		return healthy.Handle(self, take(self, e))
	})
}

// keeping omits the assignment of variables.
func keeping(when trigger, names ...string) wound {
	return afterwards(when, func(self model.Self, _ model.Event, out *model.Outcome) {
		for _, name := range names {
			out.Local = assign(out.Local, name, variable(self.Local, name))
		}
	})
}

// A value is what a mutation gives to a variable.
type value func(self model.Self, e model.Event) int

// to is always the same value, announced the id in the message, and itself the id of the process.
func to(n int) value                            { return func(model.Self, model.Event) int { return n } }
func announced(_ model.Self, e model.Event) int { return int(carried(e.Message)) }
func itself(self model.Self, _ model.Event) int { return int(self.ID) }

// assigning only assigns a value to a variable, in place of the rule.
func assigning(when trigger, name string, v value) wound {
	return instead(when, func(_ model.Handler, self model.Self, e model.Event) model.Outcome {
		self.Local = assign(self.Local, name, v(self, e))
		return unmoved(self)
	})
}

// supposing handles an event as if a variable had another value.
func supposing(when trigger, name string, v value) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		self.Local = assign(self.Local, name, v(self, e))
		return healthy.Handle(self, e)
	})
}

// setting assigns a value to a variable, after the rule.
func setting(when trigger, name string, v value) wound {
	return afterwards(when, func(self model.Self, e model.Event, out *model.Outcome) {
		out.Local = assign(out.Local, name, v(self, e))
	})
}

// overlooking handles an event as if a variable were zero, and keeps the variable.
func overlooking(when trigger, name string) wound {
	return instead(when, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		before := variable(self.Local, name)
		self.Local = assign(self.Local, name, 0)
		out := healthy.Handle(self, e)
		out.Local = assign(out.Local, name, before)
		return out
	})
}

// withholding omits some of the messages.
func withholding(when trigger, secret func(self model.Self, s model.Send) bool) wound {
	return afterwards(when, func(self model.Self, _ model.Event, out *model.Outcome) {
		out.Sends = slices.DeleteFunc(slices.Clone(out.Sends), func(s model.Send) bool { return secret(self, s) })
	})
}

// reversing sends the same messages in the opposite order.
func reversing(when trigger) wound {
	return afterwards(when, func(_ model.Self, _ model.Event, out *model.Outcome) {
		out.Sends = slices.Clone(out.Sends)
		slices.Reverse(out.Sends)
	})
}

// always picks every event.
func always(model.Self, model.Event) bool { return true }

// everything picks all messages, every those of one kind.
func everything(model.Self, model.Send) bool { return true }

func every(kind model.Kind) func(model.Self, model.Send) bool {
	return func(_ model.Self, s model.Send) bool { return model.KindOf(s.Message) == kind }
}

// namesake gives one process of a ring the id of another, as with a copied configuration. It takes and sends
// messages under that id. An observer still distinguishes the two: where the process considers itself the
// leader, its elected is its true id.
func namesake(who, alias model.ID) wound {
	isWho := func(self model.Self, _ model.Event) bool { return self.ID == who }
	return instead(isWho, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		self.ID, self.Local = alias, called(self.Local, who, alias)
		out := healthy.Handle(self, e)
		out.Local = called(out.Local, alias, who)
		return out
	})
}

// called returns the local state with one id replaced by another as the elected.
func called(local model.Local, from, to model.ID) model.Local {
	if variable(local, "elected") == int(from) {
		return assign(local, "elected", int(to))
	}
	return local
}

// Names lists the names of the mutants of an algorithm, or of all mutants if it is "".
func Names(all []Mutant, of string) (names []string) {
	for _, m := range all {
		if of == "" || m.Of == of {
			names = append(names, m.Name)
		}
	}
	return names
}
