package drive

import (
	"fmt"
	"io"
	"strings"

	"interrex/internal/check"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/drive"
)

// Edges reports on worlds along all of whose edges the implementation was driven.
type Edges struct {
	worlds []world.Config
	found  []*drive.Comparison
}

// NewEdges makes an empty report.
func NewEdges() *Edges { return &Edges{} }

// Add adds a world.
func (e *Edges) Add(w world.Config, c *drive.Comparison) {
	e.worlds, e.found = append(e.worlds, w), append(e.found, c)
}

// Exit is 12 if the implementation diverges anywhere, 152 if an edge was not driven.
func (e *Edges) Exit() int {
	code := check.ExitHolds
	for _, c := range e.found {
		switch {
		case c.Divergence != nil:
			return check.ExitSafety
		case !c.Complete || len(c.Unseen) > 0:
			code = check.ExitInconclusive
		}
	}
	return code
}

// Verdict is the last line.
func (e *Edges) Verdict() string {
	driven, edges := 0, 0
	for _, c := range e.found {
		driven, edges = driven+c.Driven, edges+c.Edges
	}
	verdict := fmt.Sprintf("all %s driven", prose.Plural(edges, "edge"))
	switch e.Exit() {
	case check.ExitSafety:
		verdict = "the implementation diverges from the model"
	case check.ExitInconclusive:
		verdict = fmt.Sprintf("inconclusive: %s of %s driven", prose.Grouped(driven), prose.Plural(edges, "edge"))
		if bounds := e.bounds(); bounds != "" {
			verdict = "inconclusive: bounded by " + bounds
		}
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, e.Exit())
}

// bounds says which bounds were hit, and in which world.
func (e *Edges) bounds() string {
	var bounds []string
	names := map[string][]string{}
	for i, c := range e.found {
		if c.Bound == "" {
			continue
		}
		bound := e.ofWorld(i).BoundNamed(c.Bound)
		if names[bound] == nil {
			bounds = append(bounds, bound)
		}
		names[bound] = append(names[bound], e.worlds[i].Algorithm.Name)
	}
	for i, bound := range bounds {
		bounds[i] = bound + " in " + strings.Join(names[bound], ", ")
	}
	return strings.Join(bounds, "; ")
}

func (e *Edges) ofWorld(i int) check.Question { return check.Question{World: e.worlds[i]} }

// shownUnseen is how many of the edges not driven the text shows.
const shownUnseen = 10

// Text writes a line for each world, and what is wrong.
func (e *Edges) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("interrex %s   drive: the implementation along all edges of the model's graph", check.Version)
	for i, c := range e.found {
		w.Line("")
		w.Line("%s: %s", e.worlds[i].Algorithm.Name, e.ofWorld(i).WorldLine())
		if c.Divergence != nil {
			w.Line("  it diverges after")
			for line := range strings.Lines(c.Divergence.String()) {
				w.Line("    %s", strings.TrimRight(line, "\n"))
			}
			continue
		}
		if !c.Complete {
			w.Line("  it was cut at %s of a state and a group, by %s", prose.Plural(c.Pairs, "pair"), e.ofWorld(i).BoundNamed(c.Bound))
			continue
		}
		w.Line("  %s of %s driven, between %s", prose.Grouped(c.Driven), prose.Plural(c.Edges, "edge"), prose.Plural(c.States, "state"))
		if c.Stutters > 0 {
			w.Line("  beside them %s of the implementation's own", prose.Plural(c.Stutters, "stutter"))
		}
		if c.Cut > 0 {
			w.Line("  a bound of the model alters or cuts %s more", prose.Grouped(c.Cut))
		}
		for i, u := range c.Unseen {
			if i == shownUnseen {
				w.Line("  ... and %s more", prose.Grouped(len(c.Unseen)-i))
				break
			}
			w.Line("  not driven: %v: %s, in", u.Step, u.Reason)
			for line := range strings.Lines(u.State) {
				w.Line("    %s", strings.TrimRight(line, "\n"))
			}
		}
	}
	w.Line("")
	w.Line("%s", e.Verdict())
	return w.Err
}

// edgesDocument is the JSON of a graph that was driven.
type edgesDocument struct {
	// The version of Interrex that wrote this.
	Interrex string `json:"interrex"`
	// The worlds whose edges were driven.
	Worlds []coverage `json:"worlds"`
	// The exit code: 0 if all edges were driven, 12 if the implementation diverges, 152 if edges were left.
	Exit int `json:"exit"`
}

type unseen struct {
	// The state of the model, in words.
	State string `json:"state"`
	// The step.
	Step string `json:"step"`
	// Why it was not driven.
	Reason string `json:"reason"`
}

type coverage struct {
	// The name of the algorithm, as in -algo.
	Algorithm string `json:"algorithm"`
	// The processes, in ring order.
	IDs []model.ID `json:"ids"`
	// The flags in force, as in a report of check.
	World check.World `json:"world"`
	// Whether everything was explored; the numbers of states, edges, driven and cut ones are 0 if not.
	Complete bool `json:"complete"`
	// The bound that ended it early; null if none did.
	Bound *string `json:"bound"`
	// States of the model.
	States int `json:"states"`
	// Steps between them that no bound of the model alters.
	Edges int `json:"edges"`
	// How many of these the implementation has done.
	Driven int `json:"driven"`
	// Steps that a bound of the model alters or cuts.
	Cut int `json:"cut"`
	// Pairs of a state of the model and a group of the implementation that agree.
	Pairs int `json:"pairs"`
	// Steps of the implementation that are none of the model.
	Stutters int `json:"stutters"`
	// The edges that were not driven.
	Unseen []unseen `json:"unseen"`
	// Where the implementation diverges, if it does.
	Divergence *divergence `json:"divergence"`
}

// JSON writes one object.
func (e *Edges) JSON(out io.Writer) error {
	d := edgesDocument{check.Version, []coverage{}, e.Exit()}
	for i, c := range e.found {
		w := e.worlds[i]
		j := coverage{w.Algorithm.Name, w.IDs, check.JSONWorld(w), c.Complete, prose.UnlessEmpty(c.Bound), c.States, c.Edges, c.Driven, c.Cut, c.Pairs, c.Stutters, []unseen{}, jsonDivergence(c.Divergence)}
		for _, u := range c.Unseen {
			j.Unseen = append(j.Unseen, unseen{u.State, u.Step.String(), u.Reason})
		}
		d.Worlds = append(d.Worlds, j)
	}
	return prose.JSON(out, d)
}
