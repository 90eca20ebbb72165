package anonymous

import (
	"encoding/json"
	"io"

	"interrex/internal/check"
)

// A classDocument is a census in JSON.
type classDocument struct {
	Ring          string       `json:"ring"`
	N             int          `json:"n"`
	States        int          `json:"states"`
	Messages      int          `json:"messages"`
	Distinguished bool         `json:"distinguished"`
	Complete      bool         `json:"complete"`
	Protocols     int          `json:"protocols"`
	Tables        int          `json:"tables"`
	Explored      int          `json:"explored"`
	ByLuck        int          `json:"by_luck"`
	Fates         byFate[int]  `json:"fates"`
	Lockstep      *byFate[int] `json:"lockstep"`

	Examples      byFate[*exampleDocument] `json:"examples"`
	ExampleByLuck *exampleDocument         `json:"example_by_luck"`
}

// byFate has a value for each fate.
type byFate[V any] struct {
	Elects       V `json:"elects"`
	NobodyLeads  V `json:"nobody_leads"`
	SeveralLead  V `json:"several_lead"`
	NeverSettles V `json:"never_settles"`
}

func newByFate[V any](of func(Fate) V) byFate[V] {
	return byFate[V]{of(Elects), of(NobodyLeads), of(SeveralLead), of(NeverSettles)}
}

type exampleDocument struct {
	Rules []string `json:"rules"`
	Run   []string `json:"run"`
}

// JSON writes one object with a row for each class.
func (c *Classes) JSON(out io.Writer) error {
	all := struct {
		Interrex string          `json:"interrex"`
		Classes  []classDocument `json:"classes"`
		Complete bool            `json:"complete"`
		Exit     int             `json:"exit"`
	}{check.Version, []classDocument{}, c.complete(), c.Exit()}
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
