package draw

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A State is one state of a run.
type State struct {
	Members []Member  // one per lane
	Under   []Message // on their way, channel by channel, the next to arrive first
}

// A Member is one process in a state.
type Member struct {
	Dead      bool
	Variables []Variable
}

// A Variable is a variable and its value, in words.
type Variable struct{ Name, Value string }

// A Message is a message on its way.
type Message struct {
	From, To int
	Text     string
}

// Derive fills in lanes and steps from the states: who is dead, who dies and comes back, what changes.
func (r *Run) Derive() {
	for p := range r.Lanes {
		first := r.States[0].Members[p]
		r.Lanes[p].Dead = first.Dead
		r.Lanes[p].Note = ""
		if elected := valueOf(first.Variables, "elected"); elected != "" && !first.Dead {
			r.Lanes[p].Note = "elected " + elected
		}
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		s.Lost, s.Crash, s.Restart, s.Changes = s.Action == "lose", r.turns(i, true), r.turns(i, false), nil
		for _, d := range r.differences(i) {
			if d.variable != alive { // which is drawn, and not said
				s.Changes = append(s.Changes, Change{Lane: d.lane, Text: d.String()})
			}
		}
	}
}

// turns reports whether the process that acts in a step dies or comes back.
func (r *Run) turns(step int, dead bool) bool {
	p := r.Steps[step].Lane
	return p != Everyone && r.States[step].Members[p].Dead != dead && r.States[step+1].Members[p].Dead == dead
}

// alive is the variable of a difference that says whether a process lives.
const alive = "live"

// A difference is a variable that a step has changed.
type difference struct {
	lane               int
	variable, from, to string
}

// String words a difference as the drawings do.
func (d difference) String() string { return fmt.Sprintf("%s %s → %s", d.variable, d.from, d.to) }

// differences compares the states before and after a step.
func (r *Run) differences(step int) (all []difference) {
	for p, after := range r.States[step+1].Members {
		before := r.States[step].Members[p]
		if after.Dead != before.Dead {
			all = append(all, difference{p, alive, yes(!before.Dead), yes(!after.Dead)})
			continue
		}
		for _, v := range after.Variables {
			if old := valueOf(before.Variables, v.Name); old != v.Value {
				all = append(all, difference{p, v.Name, old, v.Value})
			}
		}
		for _, v := range before.Variables {
			if !slices.ContainsFunc(after.Variables, func(a Variable) bool { return a.Name == v.Name }) {
				all = append(all, difference{p, v.Name, v.Value, ""})
			}
		}
	}
	return all
}

func valueOf(variables []Variable, name string) string {
	for _, v := range variables {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// Until is the run up to the state after so many of the steps.
func (r Run) Until(steps int) Run {
	r.Steps, r.After, r.Cycle = r.Steps[:steps], r.After+len(r.Steps)-steps, NoCycle
	return r
}

// Name identifies a step: its Words or, without them, "P8 deliver ELECTION(9) from P4".
func (r *Run) Name(step int) string {
	s := r.Steps[step]
	if s.Words != "" {
		return s.Words
	}
	words := []string{s.Action}
	if s.Lane != Everyone {
		words = []string{r.Lanes[s.Lane].Name, s.Action}
	}
	if s.Message != "" {
		words = append(words, s.Message)
		if s.From != Nobody {
			words = append(words, "from", r.Lanes[s.From].Name)
		}
	} else if s.From != Nobody {
		words = append(words, "of", r.Lanes[s.From].Name)
	}
	return strings.Join(words, " ")
}

// A Pair is a line of two runs side by side: a step of each, or of one only.
type Pair struct {
	A, B        int      // the places of the steps, -1 for none
	Left, Right string   // their names
	Differences []string // in the states afterwards, of the processes that both runs have
}

// Mark is = for the same step and the same local states afterwards, ~ for the same step and others, < and > for a step
// of one run only.
func (p Pair) Mark() string {
	switch {
	case p.B < 0:
		return "<"
	case p.A < 0:
		return ">"
	case len(p.Differences) > 0:
		return "~"
	}
	return "="
}

// Compare puts two runs side by side: as many steps as can be, in their order, each beside one of the
// same name.
func Compare(a, b *Run) []Pair {
	common := commonSteps(a, b)
	var pairs []Pair
	i, j := 0, 0
	alone := func(toA, toB int) {
		for ; i < toA; i++ {
			pairs = append(pairs, Pair{A: i, B: -1, Left: a.Name(i)})
		}
		for ; j < toB; j++ {
			pairs = append(pairs, Pair{A: -1, B: j, Right: b.Name(j)})
		}
	}
	for _, c := range common {
		alone(c[0], c[1])
		pairs = append(pairs, Pair{i, j, a.Name(i), b.Name(j), unlike(a, b, i+1, j+1)})
		i, j = i+1, j+1
	}
	alone(len(a.Steps), len(b.Steps))
	return pairs
}

// mostCompared bounds the work of Compare: beyond so many pairs of steps, only the common beginning of the
// runs is put side by side.
const mostCompared = 4_000_000

func isTooMuch(a, b *Run) bool { return len(a.Steps)*len(b.Steps) > mostCompared }

// commonSteps is a longest common subsequence of the names of steps.
func commonSteps(a, b *Run) (common [][2]int) {
	n, m := len(a.Steps), len(b.Steps)
	left, right := make([]string, n), make([]string, m)
	for i := range left {
		left[i] = a.Name(i)
	}
	for j := range right {
		right[j] = b.Name(j)
	}
	if isTooMuch(a, b) {
		for i := 0; i < min(n, m) && left[i] == right[i]; i++ {
			common = append(common, [2]int{i, i})
		}
		return common
	}
	length := make([][]int, n+1) // of what is in common from there on
	for i := n; i >= 0; i-- {
		length[i] = make([]int, m+1)
		for j := m - 1; j >= 0 && i < n; j-- {
			if left[i] == right[j] {
				length[i][j] = length[i+1][j+1] + 1
			} else {
				length[i][j] = max(length[i+1][j], length[i][j+1])
			}
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		switch {
		case left[i] == right[j]:
			common = append(common, [2]int{i, j})
			i, j = i+1, j+1
		case length[i+1][j] >= length[i][j+1]:
			i++
		default:
			j++
		}
	}
	return common
}

// unlike lists in what two states differ: variables of processes of one name.
func unlike(a, b *Run, i, j int) (differences []string) {
	for p, lane := range a.Lanes {
		name := lane.Name
		q := slices.IndexFunc(b.Lanes, func(l Lane) bool { return l.Name == name })
		if q < 0 {
			continue
		}
		one, other := a.States[i].Members[p], b.States[j].Members[q]
		if one.Dead || other.Dead {
			if one.Dead != other.Dead {
				differences = append(differences, fmt.Sprintf("%s live %s | %s", name, yes(!one.Dead), yes(!other.Dead)))
			}
			continue
		}
		for _, v := range one.Variables {
			if value := valueOf(other.Variables, v.Name); value != v.Value {
				differences = append(differences, fmt.Sprintf("%s %s %s | %s", name, v.Name, v.Value, value))
			}
		}
	}
	return differences
}

// SideBySide writes two runs, each step beside its like.
func SideBySide(w io.Writer, a, b *Run) error {
	pairs := Compare(a, b)
	width := cells(a.heading())
	for _, p := range pairs {
		width = max(width, cells(p.Left)+5)
	}
	var out strings.Builder
	line := func(left, mark, right string) {
		fmt.Fprintf(&out, "%s\n", strings.TrimRight("  "+left+strings.Repeat(" ", width-cells(left))+"  "+mark+"  "+right, " "))
	}
	line(a.heading(), " ", b.heading())
	steps, states := 0, 0
	for _, p := range pairs {
		left, right := "", ""
		if p.A >= 0 {
			left = fmt.Sprintf("%3d  %s", a.Before+p.A+1, p.Left)
		}
		if p.B >= 0 {
			right = fmt.Sprintf("%3d  %s", b.Before+p.B+1, p.Right)
		}
		line(left, p.Mark(), right)
		for _, d := range p.Differences {
			one, other, _ := strings.Cut(d, " | ")
			line("     "+one, "~", "     "+other)
		}
		states += min(1, len(p.Differences))
		if p.A < 0 || p.B < 0 {
			steps++
		}
	}
	fmt.Fprintf(&out, "\n  = the same step and local states   ~ the same step, other local states   < > a step of one run only\n")
	fmt.Fprintf(&out, "in one run only: %d of the steps; after %d in both the local states differ\n", steps, states)
	for _, r := range []*Run{a, b} {
		if r.Before+r.After > 0 {
			fmt.Fprintf(&out, "%s: steps %d to %d of %d are compared\n", r.heading(), r.Before+1, r.Before+len(r.Steps), r.Before+len(r.Steps)+r.After)
		}
	}
	if isTooMuch(a, b) {
		fmt.Fprintf(&out, "the runs are too long to be matched throughout: beyond their common beginning each stands alone\n")
	}
	_, err := io.WriteString(w, out.String())
	return err
}

func (r *Run) heading() string {
	if r.Property == "" {
		return r.Title
	}
	return r.Title + ", " + r.Property
}
