package report

import (
	"fmt"
	"io"
	"strings"

	"interrex/explore/internal/request"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces/drive"
)

// Edges are worlds along all of whose edges the implementation was driven.
type Edges struct {
	worlds []world.Config
	found  []*drive.Comparison
}

// NewEdges makes a summary of none yet.
func NewEdges() *Edges { return &Edges{} }

// Add adds a world.
func (e *Edges) Add(w world.Config, c *drive.Comparison) {
	e.worlds, e.found = append(e.worlds, w), append(e.found, c)
}

// Exit is 12 if the implementation diverges anywhere, 152 if an edge was not driven.
func (e *Edges) Exit() int {
	code := ExitHolds
	for _, c := range e.found {
		switch {
		case c.Divergence != nil:
			return ExitSafety
		case !c.Complete || len(c.Unseen) > 0:
			code = ExitInconclusive
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
	verdict := fmt.Sprintf("all %s driven", plural(edges, "edge"))
	switch e.Exit() {
	case ExitSafety:
		verdict = "the implementation diverges from the model"
	case ExitInconclusive:
		verdict = fmt.Sprintf("inconclusive: %s of %s driven", grouped(driven), plural(edges, "edge"))
		if bounds := e.bounds(); bounds != "" {
			verdict = "inconclusive: bounded by " + bounds
		}
	}
	return fmt.Sprintf("verdict: %s (exit %d)", verdict, e.Exit())
}

// bounds says which bounds have acted, and where.
func (e *Edges) bounds() string {
	var bounds []string
	names := map[string][]string{}
	for i, c := range e.found {
		if c.Bound == "" {
			continue
		}
		bound := e.ofWorld(i).boundNamed(c.Bound)
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

func (e *Edges) ofWorld(i int) *Findings {
	return &Findings{Request: &request.Request{World: e.worlds[i]}}
}

// shownUnseen is how many of the edges that were not driven a text shows.
const shownUnseen = 10

// Text has a line for each world, and what is amiss.
func (e *Edges) Text(out io.Writer) error {
	w := &writer{out: out}
	w.line("interrex %s   drive: the implementation along all edges of the model's graph", Version)
	for i, c := range e.found {
		w.line("")
		w.line("%s: %s", e.worlds[i].Algorithm.Name, e.ofWorld(i).worldLine())
		if c.Divergence != nil {
			w.line("  it diverges after")
			for line := range strings.Lines(c.Divergence.String()) {
				w.line("    %s", strings.TrimRight(line, "\n"))
			}
			continue
		}
		if !c.Complete {
			w.line("  it was cut at %s of a state and a group, by %s", plural(c.Pairs, "pair"), e.ofWorld(i).boundNamed(c.Bound))
			continue
		}
		w.line("  %s of %s driven, between %s", grouped(c.Driven), plural(c.Edges, "edge"), plural(c.States, "state"))
		if c.Stutters > 0 {
			w.line("  beside them %s of the implementation's own", plural(c.Stutters, "stutter"))
		}
		if c.Cut > 0 {
			w.line("  a bound of the model alters or cuts %s more", grouped(c.Cut))
		}
		for i, u := range c.Unseen {
			if i == shownUnseen {
				w.line("  ... and %s more", grouped(len(c.Unseen)-i))
				break
			}
			w.line("  not driven: %v: %s, in", u.Step, u.Reason)
			for line := range strings.Lines(u.State) {
				w.line("    %s", strings.TrimRight(line, "\n"))
			}
		}
	}
	w.line("")
	w.line("%s", e.Verdict())
	return w.err
}

// JSON writes one object.
func (e *Edges) JSON(out io.Writer) error {
	type unseen struct {
		State  string `json:"state"`
		Step   string `json:"step"`
		Reason string `json:"reason"`
	}
	type coverage struct {
		Algorithm  string         `json:"algorithm"`
		IDs        []model.ID     `json:"ids"`
		World      map[string]any `json:"world"`
		Complete   bool           `json:"complete"`
		Bound      *string        `json:"bound"`
		States     int            `json:"states"`
		Edges      int            `json:"edges"`
		Driven     int            `json:"driven"`
		Cut        int            `json:"cut"`
		Pairs      int            `json:"pairs"`
		Stutters   int            `json:"stutters"`
		Unseen     []unseen       `json:"unseen"`
		Divergence *divergence    `json:"divergence"`
	}
	d := struct {
		Interrex string     `json:"interrex"`
		Worlds   []coverage `json:"worlds"`
		Exit     int        `json:"exit"`
	}{Version, []coverage{}, e.Exit()}
	for i, c := range e.found {
		w := e.worlds[i]
		j := coverage{w.Algorithm.Name, w.IDs, jsonWorld(w), c.Complete, unlessEmpty(c.Bound), c.States, c.Edges, c.Driven, c.Cut, c.Pairs, c.Stutters, []unseen{}, jsonDivergence(c.Divergence)}
		for _, u := range c.Unseen {
			j.Unseen = append(j.Unseen, unseen{u.State, u.Step.String(), u.Reason})
		}
		d.Worlds = append(d.Worlds, j)
	}
	return writeJSON(out, d)
}
