package anonymous

import (
	"encoding/json"
	"io"

	"interrex/internal/check"
)

// A classDocument is a census in JSON.
type classDocument struct {
	// Which way messages travel on the ring.
	Ring string `json:"ring"`
	// The number of processes, which all know.
	N int `json:"n"`
	// The number of local states of a protocol.
	States int `json:"states"`
	// The number of messages that a protocol tells apart.
	Messages int `json:"messages"`
	// Whether process 1 has a start of its own: a control.
	Distinguished bool `json:"distinguished"`
	// Whether all protocols of this class were tried.
	Complete bool `json:"complete"`
	// The protocols that were tried, each marking of local states counted.
	Protocols int `json:"protocols"`
	// Of these the rings explored: one of all that are the same but for names and marks.
	Tables int `json:"tables"`
	// States of these rings, in all.
	Explored int `json:"explored"`
	// Protocols with which some run ends with exactly one leader.
	ByLuck int `json:"by_luck"`
	// How many protocols elect, and what a shortest fair run of each other one comes to.
	Fates byFate[int] `json:"fates"`
	// What the run comes to in which all take turns, at the ends of its rounds; null for a control.
	Lockstep *byFate[int] `json:"lockstep"`

	// The first protocol of each kind in the order of the enumeration.
	Examples byFate[*exampleDocument] `json:"examples"`
	// A protocol that elects in some run and not in every fair one, and a shortest such run; null if there is
	// none.
	ExampleByLuck *exampleDocument `json:"example_by_luck"`
}

// byFate has a value for each fate.
type byFate[V any] struct {
	// Of protocols in which in every fair run exactly one process leads in the end, for ever the same.
	Elects V `json:"elects"`
	// Of those in which nobody leads at the end of a shortest fair run without an election.
	NobodyLeads V `json:"nobody_leads"`
	// Of those in which always two or more processes lead at its end.
	SeveralLead V `json:"several_lead"`
	// Of those in which it changes for ever who leads, or how many.
	NeverSettles V `json:"never_settles"`
}

func newByFate[V any](of func(Fate) V) byFate[V] {
	return byFate[V]{of(Elects), of(NobodyLeads), of(SeveralLead), of(NeverSettles)}
}

type exampleDocument struct {
	// What the protocol does, a line for each rule.
	Rules []string `json:"rules"`
	// The run that shows it, a line for each state.
	Run []string `json:"run"`
}

// document is the JSON of some classes.
type document struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The classes that were asked for, and after them the controls.
	Classes []classDocument `json:"classes"`
	// Whether all protocols of all classes were tried.
	Complete bool `json:"complete"`
	// The exit code: 0 if no anonymous protocol elects, 152 if not all were tried, 255 if one elects, which would
	// be a bug.
	Exit int `json:"exit"`
}

// JSON writes one object with a row for each class.
func (c *Classes) JSON(out io.Writer) error {
	all := document{check.Version, []classDocument{}, c.complete(), c.Exit()}
	for _, census := range c.found {
		all.Classes = append(all.Classes, documentOf(census))
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

func documentOf(c *Census) classDocument {
	d := classDocument{
		Ring: ringName(c.Class), N: c.Processes, States: c.States, Messages: c.Messages, Distinguished: c.Distinguished,
		Complete: c.Complete, Protocols: c.Protocols, Tables: c.Tables, Explored: c.Explored, ByLuck: c.Lucky,
		Fates: newByFate(func(f Fate) int { return c.Fates[f] }),
		Examples: newByFate(func(f Fate) *exampleDocument {
			if e := c.Examples[f]; e != nil {
				return &exampleDocument{e.Rules(c.Class), e.Run(c.Class)}
			}
			return nil
		}),
	}
	if e := c.ByLuck; e != nil {
		d.ExampleByLuck = &exampleDocument{e.Rules(c.Class), e.Luck(c.Class)}
	}
	if !c.Distinguished {
		lockstep := newByFate(func(f Fate) int { return c.Lockstep[f] })
		d.Lockstep = &lockstep
	}
	return d
}
