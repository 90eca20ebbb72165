package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/traces"
)

// The page of omega-minimal numbers messages without bound (OM-D2). The model distinguishes only a few
// numbers, by the age of the message in heartbeats of its receiver. This is exact if no process is much faster
// than another, which a real run does not guarantee. So this file keeps the unbounded numbers, and decides
// which message is taken for the first time; the model decides the rest.

// A numbering is what one process of omega-minimal has counted.
type numbering struct {
	group *group
	beats int
	seen  []spans // of each process, in ring order
}

// spans is a set of numbers: ranges that do not touch, ascending.
type spans [][2]int

func newNumbering(g *group) *numbering { return &numbering{g, 0, make([]spans, len(g.ids))} }

// A numbered message is the model's with its number.
type numbered struct {
	model.AliveOf
	number int
	text   string
}

func (m numbered) String() string { return m.text }

// has reports whether a number is in the set.
func (s spans) has(n int) bool {
	return slices.ContainsFunc(s, func(r [2]int) bool { return r[0] <= n && n <= r[1] })
}

// with adds a number that is not in the set.
func (s spans) with(n int) spans {
	i := 0
	for i < len(s) && s[i][0] < n {
		i++
	}
	s = slices.Insert(slices.Clone(s), i, [2]int{n, n})
	if i+1 < len(s) && s[i+1][0] == n+1 {
		s[i][1] = s[i+1][1]
		s = slices.Delete(s, i+1, i+2)
	}
	if i > 0 && s[i-1][1] == n-1 {
		s[i-1][1] = s[i][1]
		s = slices.Delete(s, i, i+1)
	}
	return s
}

func (s spans) String() string {
	var all []string
	for _, r := range s {
		if r[0] == r[1] {
			all = append(all, fmt.Sprint(r[0]))
		} else {
			all = append(all, fmt.Sprintf("%d-%d", r[0], r[1]))
		}
	}
	return "{" + strings.Join(all, ",") + "}"
}

// begin starts an incarnation. It chooses its first number, greater than all that it has used.
func (n *numbering) begin(variables, recorded []traces.Variable) ([]traces.Variable, *refusal) {
	first, err := strconv.Atoi(byName(recorded)["beats"])
	if err != nil || first < n.beats {
		return nil, refuse("the numbers begin beyond those used", "beats = %q; used are the numbers up to %d", byName(recorded)["beats"], n.beats)
	}
	n.beats, n.seen = first, make([]spans, len(n.group.ids))
	return n.variables(variables), nil
}

// variables returns the model's variables, with the numbers of the page.
func (n *numbering) variables(list []traces.Variable) []traces.Variable {
	list = slices.Clone(list)
	for i, v := range list {
		switch v.Name {
		case "suspect":
			list[i].Value = n.ordered(v.Value)
		case "beats":
			list[i].Value = fmt.Sprint(n.beats)
		case "seen":
			var all []string
			for _, s := range n.seen {
				all = append(all, s.String())
			}
			list[i].Value = strings.Join(all, " ")
		}
	}
	return list
}

// ordered rearranges numbers from the order of the ids into that of the ring.
func (n *numbering) ordered(vector string) string {
	words := strings.Fields(strings.Trim(vector, "[]"))
	all := make([]string, len(words))
	for i, id := range n.group.model.Ascending() {
		all[n.group.model.Index(id)] = words[i]
	}
	return "[" + strings.Join(all, " ") + "]"
}

// number gives a message of the model its number.
func (n *numbering) number(m model.Message, number int) numbered {
	alive := m.(model.AliveOf)
	return numbered{alive, number, fmt.Sprintf("ALIVE(%d,#%d,%s)", alive.Of, number, n.ordered(fmt.Sprint(alive.Suspect)))}
}

// answer is ask for a process with numbered messages.
func (g *group) answer(p *process, e model.Event) *answer {
	n := p.numbering
	if n == nil {
		return g.ask(p, e)
	}
	number := n.beats + 1
	if m, is := e.Message.(numbered); is {
		place := g.model.Index(m.Of)
		if m.Of == p.id || n.seen[place].has(m.number) { // not for the first time
			return &answer{Outcome: model.Outcome{Local: p.local}, variables: p.variables}
		}
		number = m.number
		n.seen[place] = n.seen[place].with(number)
		m.Number = 1
		e.Message = m.AliveOf
	} else if e.Timer.Of == model.Nobody {
		n.beats++
	}
	a := g.ask(p, e)
	a.Local, a.variables = g.forget(p, a.Local), n.variables(a.variables)
	for i, s := range a.Sends {
		a.Sends[i].Message = n.number(s.Message, number)
	}
	return a
}

// forget lets the process's own heartbeats pass until it remembers no age. By then it has counted through
// all numbers, and is otherwise where it was.
func (g *group) forget(p *process, local model.Local) model.Local {
	beat := g.handler.Timers(p.id, g.model, local)[0]
	for {
		v := byName(g.spell(local))
		if v["beats"] == "0" && strings.Trim(v["seen"], "[{} ]") == "" {
			return local
		}
		self := model.Self{ID: p.id, Group: g.model, Local: local, Elections: model.Unlimited}
		local = g.handler.Handle(self, model.Event{Kind: model.Timeout, Timer: beat}).Local
	}
}
