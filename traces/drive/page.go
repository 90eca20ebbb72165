package drive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/impl"
	"interrex/traces"
)

// A page is the refinement mapping, from a member's state to the variables of the page. All but
// omega-minimal's are the identity.
type page struct {
	variables func(c *impl.Config, s impl.State) []traces.Variable
	message   func(c *impl.Config, m impl.Message) string

	// hides reports whether a timer is one that the page has no use for any more.
	hides func(c *impl.Config, s impl.State, t impl.Timer) bool

	// grows: members count what the page keeps finite. Local states that the page holds for one are
	// explored as one.
	grows bool
}

// quorumCheck is Raft's timer Q, which runs in the implementation only once it may fire.
const quorumCheck = "Q"

func pageOf(c *Cast) page {
	p := page{
		variables: func(_ *impl.Config, s impl.State) []traces.Variable { return same(s.Variables()) },
		message:   c.algorithm.Spell,
		hides: func(_ *impl.Config, _ impl.State, t impl.Timer) bool {
			return t.Name == quorumCheck && c.algorithm.Terms
		},
	}
	if c.world.Algorithm.Numbering() != nil {
		v := c.world.Variant()
		n := numbering{numbers: v.Numbers, most: v.Most}
		p.variables, p.message, p.hides, p.grows = n.variables, n.message, n.hides, true
	}
	return p
}

// member shows a local state.
func (p page) member(c *Cast, l *local) Member {
	config := c.configs[l.place]
	m := Member{ID: c.id(l.place), Live: l.state != nil}
	switch {
	case m.Live:
		m.Variables = p.variables(config, l.state)
		for _, r := range l.running {
			if p.hides(config, l.state, r.timer) {
				continue
			}
			text := r.timer.String()
			if c.world.IsClocked() {
				text = left(text, r.left)
			}
			m.Timers = append(m.Timers, text)
		}
		slices.Sort(m.Timers)
	case c.algorithm.Keeps && c.world.Restarts != 0:
		back, _ := c.algorithm.Boot(config, l.kept, true)
		m.Kept = p.variables(config, back)
	}
	return m
}

func same(list []impl.Variable) []traces.Variable {
	var same []traces.Variable
	for _, v := range list {
		same = append(same, traces.Variable(v))
	}
	return same
}

// A numbering is the finite form of a member's counters on the page of omega-minimal. With M distinct numbers,
// it has beats modulo M for beats, and for seen[q] the ages beats - s, from -1 to M - 2, of the taken numbers
// s. A saturated count of suspicions is many. It lists processes by ascending id.
type numbering struct {
	numbers int // M
	most    int
}

func (n numbering) variables(c *impl.Config, s impl.State) []traces.Variable {
	list := same(s.Variables())
	beats := 0
	for _, v := range list {
		if v.Name == "beats" {
			beats, _ = strconv.Atoi(v.Value)
		}
	}
	for i, v := range list {
		switch v.Name {
		case "suspect":
			list[i].Value = n.counts(c, suspicions(s))
		case "beats":
			list[i].Value = strconv.Itoa(beats % n.numbers)
		case "seen":
			sets := strings.Fields(v.Value)
			for k, set := range sets {
				sets[k] = n.ages(beats, set)
			}
			list[i].Value = fmt.Sprint(ascending(c, sets))
		}
	}
	return list
}

// suspicions are the numbers in the variable suspect.
func suspicions(s impl.State) []int {
	var numbers []int
	for _, v := range s.Variables() {
		if v.Name == "suspect" {
			for _, word := range strings.Fields(strings.Trim(v.Value, "[]")) {
				count, _ := strconv.Atoi(word)
				numbers = append(numbers, count)
			}
		}
	}
	return numbers
}

// counts prints a number for each process.
func (n numbering) counts(c *impl.Config, numbers []int) string {
	var words []string
	for _, count := range numbers {
		if count >= n.most {
			words = append(words, "many")
		} else {
			words = append(words, strconv.Itoa(count))
		}
	}
	return fmt.Sprint(ascending(c, words))
}

// ages makes {-1,0,1} of {1-3}, where beats is 2.
func (n numbering) ages(beats int, set string) string {
	var ages []string
	spans := strings.Split(strings.Trim(set, "{}"), ",")
	for age := -1; age <= n.numbers-2; age++ {
		has := func(span string) bool {
			first, last, isLong := strings.Cut(span, "-")
			if !isLong {
				last = first
			}
			from, err1 := strconv.Atoi(first)
			to, err2 := strconv.Atoi(last)
			return err1 == nil && err2 == nil && from <= beats-age && beats-age <= to
		}
		if slices.ContainsFunc(spans, has) {
			ages = append(ages, strconv.Itoa(age))
		}
	}
	return "{" + strings.Join(ages, ",") + "}"
}

// message prints ALIVE(1,#2,[0 1 0]): numbers are 1 to M.
func (n numbering) message(c *impl.Config, m impl.Message) string {
	return fmt.Sprintf("%s(%d,#%d,%s)", m.Word, m.Args[0], 1+m.Args[1]%n.numbers, n.counts(c, m.Args[2:]))
}

// hides: a process with a saturated count could only be suspected more.
func (n numbering) hides(c *impl.Config, s impl.State, t impl.Timer) bool {
	k := c.Place(t.Of)
	return k >= 0 && suspicions(s)[k] >= n.most
}

// ascending brings a list in ring order into the order of the ids.
func ascending(c *impl.Config, list []string) []string {
	order := slices.Sorted(slices.Values(c.Members))
	sorted := make([]string, len(list))
	for i, id := range order {
		sorted[i] = list[c.Place(id)]
	}
	return sorted
}
