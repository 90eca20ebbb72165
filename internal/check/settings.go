package check

import (
	"fmt"
	"slices"
	"strings"

	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
)

// A setting is a flag in force with its value: a number, a word, or a list of ids.
type Setting struct {
	Name  string
	Value any
}

// InForce lists the flags that describe a world, except those that do not apply to it.
func InForce(c world.Config) (force []Setting) {
	q := Question{World: c}
	for _, f := range q.WorldFlags() {
		if f.IsShown() {
			force = append(force, Setting{f.Name, f.Get()})
		}
	}
	return force
}

// Text is the value as on the command line.
func (s Setting) Text() string {
	switch v := s.JSON().(type) {
	case []model.ID, []int:
		return strings.ReplaceAll(strings.Trim(fmt.Sprintf("%d", v), "[]"), " ", ",")
	default:
		return fmt.Sprint(v)
	}
}

// JSON is the value in JSON: an unlimited number is the word.
func (s Setting) JSON() any {
	if v, ok := s.Value.(int); ok && v == world.Unlimited {
		return "unlimited"
	}
	return s.Value
}

// A World is a world as the JSON has it: one key for each flag in force.
type World map[string]any

// JSONWorld is a world as the JSON has it.
func JSONWorld(c world.Config) World {
	inForce := World{}
	for _, s := range InForce(c) {
		inForce[s.Name] = s.JSON()
	}
	return inForce
}

func (q Question) usual() map[string]string {
	usual := map[string]string{}
	for _, flag := range InForce(q.defaultWorld(numbered(len(q.World.IDs))).Bounded()) {
		usual[flag.Name] = flag.Text()
	}
	return usual
}

// WorldLine is the world in one line: every flag in force, starting with those that differ from the algorithm's
// default world.
func (q Question) WorldLine() string {
	usual := q.usual()
	var own, others []string
	for _, flag := range InForce(q.World) {
		words := flag.Name + "=" + flag.Text()
		if flag.Name == "n" || usual[flag.Name] != flag.Text() {
			own = append(own, words)
		} else {
			others = append(others, words)
		}
	}
	return strings.Join(own, " ") + "; by default: " + strings.Join(others, " ")
}

// InWords is the world in words: the algorithm, its processes, the faults, and the flags that differ from the default world.
func (q Question) InWords() string {
	c := q.World
	words := []string{c.Algorithm.Name, prose.Plural(len(c.IDs), "process")}
	if !slices.Equal(c.IDs, numbered(len(c.IDs))) {
		words[1] = "ids " + commas(c.IDs)
	}
	words = append(words, faultsInWords(c)...)
	usual := q.usual()
	for _, flag := range InForce(c) {
		_, is := usual[flag.Name]
		isTold := slices.Contains([]string{"n", "ids", "crashes", "restarts"}, flag.Name) ||
			!is && (flag.Name == "crash-points" || flag.Name == "repair")
		if text := flag.Text(); usual[flag.Name] != text && !isTold {
			words = append(words, "-"+flag.Name+"="+text)
		}
	}
	return strings.Join(words, ", ")
}

// DefaultWorld is what may go wrong in the default world of an algorithm, in words.
func DefaultWorld(a model.Algorithm) string {
	q := Question{Elections: []model.Algorithm{a}}
	if q.WorldFlags().Parse("-algo="+a.Name) != nil {
		return "unknown: its flags are refused" // as a run of it is
	}
	words := faultsInWords(q.World)
	if a.Resends {
		words = append(words, "-repair=resent")
	}
	for _, flag := range a.Flags {
		if name := nameOf(flag); name != "crashes" && name != "restarts" {
			words = append(words, flag)
		}
	}
	return strings.Join(words, ", ")
}

func faultsInWords(c world.Config) []string {
	words := []string{budgetInWords(c.Crashes, "may crash")}
	if c.Crashes == 0 {
		words[0] = "no crashes"
	}
	if c.Restarts != 0 {
		words = append(words, budgetInWords(c.Restarts, "may come back"))
	}
	return words
}

func budgetInWords(n int, may string) string {
	switch n {
	case 1:
		return "one " + may
	case model.Unlimited:
		return "any number " + may
	}
	return fmt.Sprintf("%d %s", n, may)
}

// advised is the reason why this world has no promise, with the flags of one that has; nil if this one has.
func (q Question) advised() error {
	_, why := q.World.Promised()
	if back := q.World.WayBack(); why != nil && back != nil {
		return fmt.Errorf("%w; it promises something with %s", why, strings.Join(back, " "))
	}
	return why
}

// BoundNamed is a bound as the flag that sets it.
func (q Question) BoundNamed(b string) string {
	c := q.World
	named, is := map[string]string{
		"states": "-max-states", "depth": "-max-depth", "memory": "-max-memory", "time": "-max-time",
		"stop": "-stop=first", "disk": "a full disk", "interrupted": "an interrupt",
		"elections": fmt.Sprintf("-elections=%d", c.Elections), "capacity": fmt.Sprintf("-capacity=%d", c.Capacity),
		"elections, capacity": fmt.Sprintf("-elections=%d and -capacity=%d", c.Elections, c.Capacity),
		"counters":            fmt.Sprintf("-counters=%d", c.Counters),
	}[b]
	if !is {
		return "the numbering: too many different " + b
	}
	return named
}

// Title is the name of an algorithm, and where it is from.
func Title(r Question) string {
	a := r.World.Algorithm
	return fmt.Sprintf("%s: %s (%s)", a.Name, a.Title, a.Source)
}

// Reproduce is the command that asks the same.
func (q Question) Reproduce() string {
	without := append([]string{"o", "format", "quiet", "v", "workers", "store"}, q.engine.flags...)
	return q.command(q.Called, func(flag string) bool { return !slices.Contains(without, flag) })
}

// Step is the command that steps through the same world, with the same properties.
func (q Question) Step() string {
	with := append(q.WorldFlags().Names(), "-property")
	return q.command("step", func(flag string) bool { return slices.Contains(with, "-"+flag) })
}

// command is a command of the program, with some of the flags given.
func (q Question) command(name string, has func(flag string) bool) string {
	words := []string{q.Program}
	if name != "" {
		words = append(words, name)
	}
	for _, flag := range q.Given {
		if has(nameOf(flag)) {
			words = append(words, flag)
		}
	}
	return strings.Join(words, " ")
}

// nameOf is the name of a flag as it is given: "-n=3" is n.
func nameOf(flag string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
	return name
}
