package exchange

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Pair is a line of two runs side by side: a step of each, or of one only.
type Pair struct {
	A, B        int      // the places of the steps, -1 for none
	Left, Right string   // their names
	Differences []string // in the states afterwards, of the processes that both runs have
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

// mostCompared bounds the work of Compare: beyond so many pairs of steps only what the runs have in
// common at their beginning stands side by side.
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
	for p, name := range a.Processes {
		q := slices.Index(b.Processes, name)
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

// SideBySide writes two runs, each step beside its like: = the same step and the same local states
// afterwards, ~ the same step and others, < and > a step of one run only.
func SideBySide(w io.Writer, a, b *Run) error {
	pairs := Compare(a, b)
	width := letters(a.heading())
	for _, p := range pairs {
		width = max(width, letters(p.Left)+5)
	}
	var out strings.Builder
	line := func(left, mark, right string) {
		fmt.Fprintf(&out, "%s\n", strings.TrimRight("  "+left+strings.Repeat(" ", width-letters(left))+"  "+mark+"  "+right, " "))
	}
	line(a.heading(), " ", b.heading())
	steps, states := 0, 0
	for _, p := range pairs {
		switch {
		case p.B < 0:
			line(fmt.Sprintf("%3d  %s", a.Before+p.A+1, p.Left), "<", "")
		case p.A < 0:
			line("", ">", fmt.Sprintf("%3d  %s", b.Before+p.B+1, p.Right))
		case len(p.Differences) > 0:
			line(fmt.Sprintf("%3d  %s", a.Before+p.A+1, p.Left), "~", fmt.Sprintf("%3d  %s", b.Before+p.B+1, p.Right))
			for _, d := range p.Differences {
				one, other, _ := strings.Cut(d, " | ")
				line("     "+one, "~", "     "+other)
			}
			states++
		default:
			line(fmt.Sprintf("%3d  %s", a.Before+p.A+1, p.Left), "=", fmt.Sprintf("%3d  %s", b.Before+p.B+1, p.Right))
		}
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

func letters(text string) int { return len([]rune(text)) }
