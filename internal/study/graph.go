package study

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/spec"
)

// The limits of a graph: the nodes drawn, and the states explored to put them together.
const (
	MostDrawn    = 300
	mostGathered = 300_000
)

// A Graph is a state graph to draw, level by level: each node a state or, in a folded graph, a class of states.
type Graph struct {
	// Whether every reachable state is in it. Otherwise it has those found first.
	Complete bool `json:"complete"`
	// How many states it stands for.
	States int `json:"states"`
	// By which numbers states are put together; empty: not at all.
	Fold []string `json:"fold"`
	// The nodes, by level.
	Nodes []Node `json:"nodes"`
	// Pairs of nodes with a step from the first to the second, each once.
	Edges [][2]int `json:"edges"`
	// The nodes along the walk, one for each of its states; -1: not in the graph.
	Run []int `json:"run"`
}

// A Node is a state, or a class of states.
type Node struct {
	// The fewest steps to it.
	Level int `json:"level"`
	// How many states it stands for.
	Count int `json:"count"`
	// What it is, in a few words.
	Label string `json:"label"`
	// The walk to its first state.
	Walk string `json:"walk"`
	// Whether some state of it has no step.
	Terminal bool `json:"terminal"`
	// The first property that a state of it violates by itself; empty: none.
	Violates string `json:"violates"`
}

// folds are the numbers by which states can be put together.
var folds = []string{"leaders", "dead", "messages"}

// Graph explores the world from its initial state, and marks the walk. Without a fold it has the MostDrawn states found first.
// The error is that of the context, or names a fold that does not exist.
func (w *Walk) Graph(ctx context.Context, by []string, properties []spec.Property) (*Graph, error) {
	g := grower{Walk: w, properties: properties, seen: map[string]int{}, nodes: map[string]int{}, edges: map[[2]int]bool{}, limit: MostDrawn,
		Graph: &Graph{Complete: true, Fold: by, Nodes: []Node{}, Edges: [][2]int{}, Run: []int{}}}
	for _, name := range by {
		if !slices.Contains(folds, name) {
			return nil, fmt.Errorf("%q is nothing to fold by; there are %s", name, strings.Join(folds, ", "))
		}
		g.limit = mostGathered
	}
	g.visit(w.world.StateOf(w.world.Initial()), "0", 0)
	for i := 0; i < len(g.queue); i++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		g.expand(g.queue[i])
		g.queue[i].state = nil
	}
	for _, s := range w.states {
		at, known := g.seen[keyOf(s)]
		if !known {
			at = -1
		}
		g.Run = append(g.Run, at)
	}
	return g.Graph, nil
}

// A grower is a graph in the making.
type grower struct {
	*Walk
	*Graph
	properties []spec.Property
	limit      int            // of states
	seen       map[string]int // the nodes of states
	nodes      map[string]int // of a folded graph, by label
	edges      map[[2]int]bool
	queue      []reached
}

// reached is a state that was found, and the walk to it.
type reached struct {
	state checker.State
	walk  string
	level int
	node  int
}

// keyOf is the same for equal states.
func keyOf(s checker.State) string {
	key, _ := binary.Append(nil, binary.LittleEndian, []checker.Cell(s))
	return string(key)
}

// visit returns the node of a state, and adds what is new; -1: the graph is full.
func (g *grower) visit(s checker.State, walk string, level int) int {
	key := keyOf(s)
	if at, known := g.seen[key]; known {
		return at
	}
	if len(g.seen) == g.limit {
		g.Complete = false
		return -1
	}
	view := g.world.View(s)
	label := g.label(s, view)
	at, known := g.nodes[label]
	if !known || len(g.Fold) == 0 {
		at, g.nodes[label] = len(g.Nodes), len(g.Nodes)
		g.Nodes = append(g.Nodes, Node{Level: level, Label: label, Walk: walk})
	}
	node := &g.Nodes[at]
	node.Count++
	g.States++
	for _, p := range g.properties {
		if node.Violates == "" && fails(p, p.Always, view) {
			node.Violates = p.Name
		}
	}
	g.seen[key] = at
	g.queue = append(g.queue, reached{slices.Clone(s), walk, level, at})
	return at
}

// label describes a state or, in a folded graph, its class.
func (g *grower) label(s checker.State, view spec.View) string {
	if len(g.Fold) == 0 {
		return g.world.DescribeState(s)
	}
	numbers := map[string]int{"messages": len(g.world.Snapshot(s).InFlight)}
	for _, p := range view.Processes {
		if p.Leads() {
			numbers["leaders"]++
		}
		if !p.Live {
			numbers["dead"]++
		}
	}
	var words []string
	for _, name := range g.Fold {
		words = append(words, fmt.Sprint(name, " ", numbers[name]))
	}
	return strings.Join(words, ", ")
}

// fails reports whether a condition of a property is false; one of the user that panics is.
func fails(p spec.Property, is func(spec.View) bool, v spec.View) (isFalse bool) {
	defer func() {
		if value := recover(); value != nil && !p.Own {
			panic(value)
		} else if value != nil {
			isFalse = true
		}
	}()
	return is != nil && !is(v)
}

// expand adds the steps of a state, up to the one in which the election panics.
func (g *grower) expand(from reached) {
	number, terminal := 0, true
	fault := g.world.Try(from.state, func(_ checker.Step, to checker.State) {
		if terminal = false; to == nil {
			return
		}
		next := g.visit(to, from.walk+"."+strconv.Itoa(number), from.level+1)
		number++
		if edge := [2]int{from.node, next}; next >= 0 && !g.edges[edge] {
			g.edges[edge] = true
			g.Edges = append(g.Edges, edge)
		}
	})
	if !terminal || fault != nil {
		return
	}
	node := &g.Nodes[from.node]
	node.Terminal = true
	for _, p := range g.properties {
		if node.Violates == "" && fails(p, p.Rest, g.world.View(from.state)) {
			node.Violates = p.Name
		}
	}
}
