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
type Variable = struct{ Name, Value string }

// Value is the value of a variable; "" if the member has none of that name.
func (m Member) Value(name string) string {
	for _, v := range m.Variables {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

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
		if elected := first.Value("elected"); elected != "" && !first.Dead {
			r.Lanes[p].Note = "elected " + elected
		}
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		s.Lost, s.Crash, s.Restart, s.Changes = s.Action == "lose", r.turns(i, true), r.turns(i, false), r.changes(i)
	}
}

// turns reports whether the process that acts in a step dies or comes back.
func (r *Run) turns(step int, dead bool) bool {
	p := r.Steps[step].Lane
	return p != Everyone && r.States[step].Members[p].Dead != dead && r.States[step+1].Members[p].Dead == dead
}

// changes compares the variables of live processes before and after a step.
func (r *Run) changes(step int) (all []Change) {
	for p, after := range r.States[step+1].Members {
		before := r.States[step].Members[p]
		if after.Dead != before.Dead {
			continue // which is drawn, and not said
		}
		change := func(variable, from, to string) {
			all = append(all, Change{Lane: p, Text: fmt.Sprintf("%s %s → %s", variable, from, to)})
		}
		for _, v := range after.Variables {
			if old := before.Value(v.Name); old != v.Value {
				change(v.Name, old, v.Value)
			}
		}
		for _, v := range before.Variables {
			if !slices.ContainsFunc(after.Variables, func(a Variable) bool { return a.Name == v.Name }) {
				change(v.Name, v.Value, "")
			}
		}
	}
	return all
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

// SideBySide writes two runs, each step beside its like: as many steps as can be, in their order, each beside one of
// the same name.
func SideBySide(w io.Writer, a, b *Run) error {
	t := &beside{a: a, b: b, width: cells(a.heading())}
	for i := range a.Steps {
		t.width = max(t.width, cells(a.Name(i))+5)
	}
	t.line(a.heading(), " ", b.heading())
	i, j := 0, 0
	for _, c := range append(commonSteps(a, b), [2]int{len(a.Steps), len(b.Steps)}) {
		t.alone += c[0] - i + c[1] - j
		for ; i < c[0]; i++ {
			t.line(a.numbered(i), "<", "")
		}
		for ; j < c[1]; j++ {
			t.line("", ">", b.numbered(j))
		}
		if i < len(a.Steps) && j < len(b.Steps) {
			t.both(i, j)
		}
		i, j = i+1, j+1
	}
	fmt.Fprintf(&t.out, "\n  = the same step and local states   ~ the same step, other local states   < > a step of one run only\n")
	fmt.Fprintf(&t.out, "in one run only: %d of the steps; after %d in both the local states differ\n", t.alone, t.unlike)
	for _, r := range []*Run{a, b} {
		if r.Before+r.After > 0 {
			fmt.Fprintf(&t.out, "%s: steps %d to %d of %d are compared\n", r.heading(), r.Before+1, r.Before+len(r.Steps), r.Before+len(r.Steps)+r.After)
		}
	}
	if isTooMuch(a, b) {
		fmt.Fprintf(&t.out, "the runs are too long to be matched throughout: beyond their common beginning each stands alone\n")
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

// A beside is two runs being written side by side.
type beside struct {
	a, b          *Run
	width         int // of the left column
	out           strings.Builder
	alone, unlike int // steps of one run only, and common steps after which the states differ
}

func (t *beside) line(left, mark, right string) {
	fmt.Fprintf(&t.out, "%s\n", strings.TrimRight("  "+left+strings.Repeat(" ", t.width-cells(left))+"  "+mark+"  "+right, " "))
}

// both writes a step of both runs, and the variables of processes of one name in which the states afterwards differ.
func (t *beside) both(i, j int) {
	var lines [][2]string
	differ := func(what, one, other string) {
		if one != other {
			lines = append(lines, [2]string{"     " + what + " " + one, "     " + other})
		}
	}
	for p, lane := range t.a.Lanes {
		q := slices.IndexFunc(t.b.Lanes, func(l Lane) bool { return l.Name == lane.Name })
		if q < 0 {
			continue
		}
		one, other := t.a.States[i+1].Members[p], t.b.States[j+1].Members[q]
		if one.Dead || other.Dead {
			differ(lane.Name+" live", yes(!one.Dead), yes(!other.Dead))
			continue
		}
		for _, v := range one.Variables {
			differ(lane.Name+" "+v.Name, v.Value, other.Value(v.Name))
		}
	}
	mark := "="
	if len(lines) > 0 {
		mark = "~"
		t.unlike++
	}
	t.line(t.a.numbered(i), mark, t.b.numbered(j))
	for _, l := range lines {
		t.line(l[0], "~", l[1])
	}
}

func (r *Run) numbered(step int) string { return fmt.Sprintf("%3d  %s", r.Before+step+1, r.Name(step)) }

// mostCompared bounds the work of commonSteps: beyond so many pairs of steps, only the common beginning of the
// runs is put side by side.
const mostCompared = 4_000_000

func isTooMuch(a, b *Run) bool { return len(a.Steps)*len(b.Steps) > mostCompared }

// commonSteps is a longest common subsequence of the names of steps, as pairs of their places.
func commonSteps(a, b *Run) (common [][2]int) {
	var left, right []string
	for i := range a.Steps {
		left = append(left, a.Name(i))
	}
	for j := range b.Steps {
		right = append(right, b.Name(j))
	}
	n, m := len(left), len(right)
	if isTooMuch(a, b) {
		for i := 0; i < min(n, m) && left[i] == right[i]; i++ {
			common = append(common, [2]int{i, i})
		}
		return common
	}
	length := make([][]int, n+1) // of what is in common from there on
	length[n] = make([]int, m+1)
	for i := n - 1; i >= 0; i-- {
		length[i] = make([]int, m+1)
		for j := m - 1; j >= 0; j-- {
			if length[i][j] = max(length[i+1][j], length[i][j+1]); left[i] == right[j] {
				length[i][j] = length[i+1][j+1] + 1
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

func (r *Run) heading() string {
	if r.Property == "" {
		return r.Title
	}
	return r.Title + ", " + r.Property
}
