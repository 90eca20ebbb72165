package measure

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"interrex/internal/check"
	"interrex/model"
)

// measured is the JSON of the command measure.
type measured struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The name of the algorithm.
	Algorithm string `json:"algorithm"`
	// The worlds, but for the processes.
	World check.World `json:"world"`
	// Of which orders of the ids on the ring: as given or ascending, descending in the direction of travel, or all
	// up to rotation.
	Orders string `json:"orders"`
	// The seed of the runs drawn at random.
	Seed uint64 `json:"seed"`
	// What was measured, by the number of processes.
	Points []point `json:"points"`
	// The command that leads to these numbers.
	Reproduce string `json:"reproduce"`
	// The exit code: 0 if what was asked for is exact; in a sweep, sizes with drawn runs only do not matter.
	Exit int `json:"exit"`
}

type point struct {
	// The number of processes.
	N int `json:"n"`
	// Their ids in ring order; of several orders the first.
	IDs []model.ID `json:"ids"`
	// How many orders of the ids were measured.
	Orders int `json:"orders"`
	// Whether all runs were measured, so that the messages are exact.
	Explored bool `json:"explored"`
	// The states explored for the messages, of all orders together.
	States int `json:"states"`
	// The bound that the exploration has hit, of the first order that has.
	Bound *string `json:"bound"`
	// The same of the exploration for message delays.
	DelaysBound *string `json:"delays_bound"`
	// How many runs were drawn at random, of all orders together.
	Drawn int `json:"drawn"`
	// Whether the steps did not allow as many drawn runs as were asked for.
	Cut bool `json:"cut"`
	// The moments until which runs are measured: decided, then over; of several starts also ended, of which no run
	// is drawn.
	Until []until `json:"until"`
	// What happens in each phase of an election that goes in phases; empty for others, and where not all runs were
	// measured.
	Phases []phase `json:"phases"`
	// The last phase that any run comes to; null where there are none.
	LastPhase *int `json:"last_phase"`
	// The messages sent by the end of each round if all who may start do so at once; null where there is no such run, in a
	// sweep, and for more than 16 processes.
	Lockstep []int `json:"lockstep"`
}

// A phase is identified by its number; null means unbounded.
type phase struct {
	// The phase, counted from 0.
	Name string `json:"name"`
	// How many processes begin it: those that have won the phase before; null if there is no greatest number.
	Starters *int `json:"starters"`
	// The messages of one of them in it, there and back; null if there is no greatest number.
	OfOne *int `json:"of_one"`
}

type until struct {
	// Everyone has elected the same live process; over: moreover nothing is on its way and nobody takes part;
	// ended: nothing more can happen, all starts are used up.
	Moment string `json:"moment"`
	// Whether some run gets there, in each order of the ids; false also where nothing was explored.
	Reached bool `json:"reached"`
	// A shortest run that cannot get there any more, null if there is none or nothing was explored.
	Dodge *check.Counterexample `json:"dodge"`
	// What the runs cost: by kind of message, all messages, those of them to the dead if processes may die,
	// message delays unless they were not asked for.
	Costs []cost `json:"costs"`
}

type cost struct {
	// The kind of messages, messages, of them to the dead, or message delays.
	Name string `json:"name"`
	// Whether least and greatest are those of all runs.
	Exact bool `json:"exact"`
	// The least, null if it is not known or no run gets there.
	Least *attainer `json:"least"`
	// The greatest, null if it is not known or no run gets there.
	Greatest *attainer `json:"greatest"`
	// The mean over the orders of the ids of their least.
	MeanLeast *float64 `json:"mean_least"`
	// The mean over the orders of the ids of their greatest, null also if one is unbounded.
	MeanGreatest *float64 `json:"mean_greatest"`
	// What the drawn runs cost that got there, null if there are none.
	Drawn *sample `json:"drawn"`
	// What the lectures say of this cost in such elections.
	Formulas []formula `json:"formulas"`
}

// An attainer is an extreme with a run that attains it. If the extreme is unbounded, the run is a lasso.
type attainer struct {
	// The cost, null if it is unbounded.
	Cost *int `json:"cost"`
	// Whether a cycle on the way costs something, so that there is no greatest cost.
	Unbounded bool `json:"unbounded"`
	// The ids in ring order.
	IDs []model.ID `json:"ids"`
	// The run; where the cost is unbounded, its cycle may be repeated as often as one likes.
	Run *check.Counterexample `json:"run"`
}

type sample struct {
	// How many got there.
	Runs int `json:"runs"`
	// Their mean.
	Mean float64 `json:"mean"`
	// The standard deviation of the sample.
	Deviation float64 `json:"deviation"`
	// The least of them.
	Least int `json:"least"`
	// The greatest of them.
	Greatest int `json:"greatest"`
}

type formula struct {
	// The formula, as in 3N-1.
	Text string `json:"text"`
	// Of which runs it gives the cost.
	Claim string `json:"claim"`
	// Of which elections it speaks.
	Cause string `json:"cause"`
	// The lectures that say so.
	Source string `json:"source"`
	// Its value for this number of processes.
	Value float64 `json:"value"`
	// How it stands to what was measured: some run costs just that and none goes beyond, none goes beyond, one
	// does, or not all runs were measured.
	Standing string `json:"standing"`
}

// JSON writes one object.
func (c *Costs) JSON(out io.Writer) error {
	d := measured{
		Interrex: check.Version, Algorithm: c.request.World.Algorithm.Name, World: check.World{},
		Orders: string(c.request.Measure.Orders), Seed: c.request.Measure.Draw.Seed, Points: []point{},
		Reproduce: c.command(), Exit: c.Exit(),
	}
	for _, flag := range check.InForce(c.request.World) {
		if flag.Name != "n" && flag.Name != "ids" {
			d.World[flag.Name] = flag.JSON()
		}
	}
	for _, p := range c.points {
		d.Points = append(d.Points, c.point(p))
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

// command is the command that gives these numbers.
func (c *Costs) command() string {
	return c.request.Reproduce()
}

func (c *Costs) point(p *Point) point {
	found := point{N: p.N, IDs: p.World.IDs, Orders: p.Orders, Explored: p.Explored(), States: p.States,
		Bound: some(p.Bound), DelaysBound: some(p.Chained), Drawn: p.Runs, Cut: p.Cut}
	for moment, s := range p.Stretches() {
		u := until{Moment: Moment(moment).Word(), Reached: s.Reached, Dodge: check.JSONStory(s.Dodge), Costs: []cost{}}
		for _, summary := range s.Costs {
			u.Costs = append(u.Costs, c.cost(p, summary))
		}
		found.Until = append(found.Until, u)
	}
	if p.Rounds != nil {
		found.Lockstep = p.Rounds.After
	}
	found.Phases = []phase{}
	for k, ph := range p.Phases {
		found.Phases = append(found.Phases, phase{fmt.Sprint("phase ", k), most(ph.Starters), most(ph.OfOne)})
		if ph.OfOne.Unbounded || ph.OfOne.Cost > 0 {
			found.LastPhase = &k
		}
	}
	return found
}

func most(m Most) *int {
	if m.Unbounded {
		return nil
	}
	return &m.Cost
}

func some(word string) *string {
	if word == "" {
		return nil
	}
	return &word
}

func (c *Costs) cost(p *Point, s Summary) cost {
	found := cost{Name: s.Name, Exact: s.Exact, Formulas: []formula{}}
	if s.Exact {
		found.Least, found.MeanLeast = attaining(s.Least, s.MeanLeast)
		found.Greatest, found.MeanGreatest = attaining(s.Greatest, s.MeanGreatest)
	}
	if r := s.Random; r.Runs > 0 {
		found.Drawn = &sample{r.Runs, r.Mean, r.Deviation, r.Least, r.Greatest}
	}
	for _, f := range c.formulasOf(s.Name) {
		found.Formulas = append(found.Formulas, formula{f.Text, string(f.Claim), string(f.Cause), f.Source, f.Of(p.N), string(compare(f, p.N, s))})
	}
	return found
}

// attaining is an extreme, and the mean of the extremes of all orders, if any.
func attaining(e Extreme, mean float64) (*attainer, *float64) {
	if !e.Reached {
		return nil, nil
	}
	a := &attainer{Unbounded: e.Unbounded, IDs: e.World.IDs, Run: check.JSONStory(e.Story)}
	if !e.Unbounded {
		a.Cost = &e.Cost
	}
	if math.IsInf(mean, 1) {
		return a, nil
	}
	return a, &mean
}
