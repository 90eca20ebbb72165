package crosscheck

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tla"
	"interrex/model"
	"interrex/model/world"
)

// stateOf is a state of the world in the form of the modules: the variables of module Stage.
func stateOf(w *world.World, s checker.State) tla.State {
	snapshot, r := w.Snapshot(s), readerOf(w.Config())
	var live, fresh []tla.Value
	var timers, dead []tla.Pair
	var local, decision, left []tla.Pair
	for _, m := range snapshot.Members {
		id := tla.Int(int(m.ID))
		if m.Live {
			live = append(live, id)
		}
		if m.Fresh {
			fresh = append(fresh, id)
		}
		own, decided := apart(m.Variables, w.Config().Algorithm.On != "")
		local = append(local, tla.Pair{Argument: id, Value: r.variables(own)})
		decision = append(decision, tla.Pair{Argument: id, Value: decided})
		timers = append(timers, tla.Pair{Argument: id, Value: r.running(m.Timers)})
		dead = append(dead, tla.Pair{Argument: id, Value: tla.Int(m.DeadFor)})
		left = append(left, tla.Pair{Argument: id, Value: tla.Int(m.Elections)})
	}
	var budget []tla.Field
	for _, b := range snapshot.Budgets {
		budget = append(budget, tla.Field{Name: b.Name, Value: tla.Int(b.Left)})
	}
	var annals []tla.Value
	for _, r := range snapshot.Leaders {
		annals = append(annals, tla.Record(tla.Field{Name: "term", Value: tla.Int(r.Term)},
			tla.Field{Name: "leader", Value: tla.Int(int(r.Leader))}))
	}
	return tla.State{
		"annals": tla.Set(annals...), "live": tla.Set(live...), "fresh": tla.Set(fresh...),
		"local": tla.Function(local...), "decision": tla.Function(decision...), "left": tla.Function(left...),
		"channel": r.traffic(snapshot.InFlight, w.Config().Channels == world.Bag), "budget": tla.Record(budget...),
		"clock": tla.Record(
			tla.Field{Name: "timers", Value: tla.Function(timers...)},
			tla.Field{Name: "dead", Value: tla.Function(dead...)},
			tla.Field{Name: "settles", Value: tla.Int(snapshot.Settles)}),
	}
}

// apart separates the decision, which comes last, from the variables of a process whose election carries a
// consensus.
func apart(list []model.Variable, decides bool) (own []model.Variable, decision tla.Value) {
	const undecided = -1
	if !decides {
		return list, tla.Int(undecided)
	}
	last := len(list) - 1
	if n, err := strconv.Atoi(list[last].Value); err == nil {
		return list[:last], tla.Int(n)
	}
	return list[:last], tla.Int(undecided)
}

// variables makes a record of local variables. A dot in a name means a field of a nested record.
func (r reader) variables(list []model.Variable) tla.Value {
	var fields []tla.Field
	for i := 0; i < len(list); {
		name, _, nested := strings.Cut(list[i].Name, ".")
		if !nested {
			fields = append(fields, tla.Field{Name: name, Value: r.valueOf(list[i].Value)})
			i++
			continue
		}
		var inner []model.Variable
		for ; i < len(list) && strings.HasPrefix(list[i].Name, name+"."); i++ {
			inner = append(inner, model.Variable{Name: list[i].Name[len(name)+1:], Value: list[i].Value})
		}
		fields = append(fields, tla.Field{Name: name, Value: r.variables(inner)})
	}
	return tla.Record(fields...)
}

// valueOf reads a value as the model spells it: yes, no, an id, ⊥, a number, many, a vector, a set, or words.
func (r reader) valueOf(word string) tla.Value {
	switch word {
	case "yes", "no":
		return tla.Bool(word == "yes")
	case "true", "false":
		return tla.Bool(word == "true")
	case "⊥":
		return tla.Int(int(model.Nobody))
	case "many":
		return tla.Int(r.many)
	}
	if inside, isVector := strings.CutPrefix(word, "["); isVector {
		return r.vector(strings.TrimSuffix(inside, "]"))
	}
	if inside, isSet := strings.CutPrefix(word, "{"); isSet {
		var elements []tla.Value
		for id := range strings.SplitSeq(strings.TrimSuffix(inside, "}"), ",") {
			if id != "" {
				elements = append(elements, r.valueOf(id))
			}
		}
		return tla.Set(elements...)
	}
	if n, err := strconv.Atoi(word); err == nil {
		return tla.Int(n)
	}
	return tla.String(word)
}

// termed are the kinds of messages that carry a term; module Raft defines their records.
var termed = []model.Kind{
	model.REQUESTVOTE, model.VOTE, model.REFUSE, model.LEADER, model.REQUESTPREVOTE, model.PREVOTE,
}

// termedMessage turns REQUESTVOTE(2,1:3) into its record in module Raft.
func (r reader) termedMessage(kind, list string) tla.Value {
	term, log, asks := strings.Cut(list, ",")
	fields := []tla.Field{{Name: "kind", Value: tla.String(kind)}, {Name: "term", Value: r.valueOf(term)}}
	if asks {
		last, length, _ := strings.Cut(log, ":")
		fields = append(fields, tla.Field{Name: "log", Value: tla.Tuple(r.valueOf(last), r.valueOf(length))})
	}
	return tla.Record(fields...)
}

// message turns ELECTION(3) into its record in module Messages, and ASK(3,⊥) into one with an answer.
func (r reader) message(spelled string) tla.Value {
	kind, list, carries := strings.Cut(strings.TrimSuffix(spelled, ")"), "(")
	if slices.ContainsFunc(termed, func(k model.Kind) bool { return k.String() == kind }) {
		return r.termedMessage(kind, list)
	}
	if !carries {
		list = "⊥"
	}
	if kind == model.ALIVE.String() && carries {
		return r.news(kind, list)
	}
	fields := []tla.Field{{Name: "kind", Value: tla.String(kind)}}
	words := strings.Split(list, ",")
	for i, word := range words {
		fields = append(fields, tla.Field{Name: carried(kind, len(words))[i], Value: r.valueOf(word)})
	}
	return tla.Record(fields...)
}

// carried names the contents of a message of that kind, in the order in which they are spelled.
func carried(kind string, parts int) []string {
	if parts == 3 && kind == model.ELECTION.String() { // sent by a process without an id
		return []string{"identity", "hops", "clean"}
	}
	switch kind {
	case model.PROBE.String():
		return []string{"id", "phase", "hops", "way"}
	case model.REPLY.String():
		return []string{"id", "phase", "way"}
	case model.ASK.String():
		return []string{"id", "answer"}
	}
	return []string{"id"}
}

// posted is a message in transit, by the clock with its deadline.
func (r reader) posted(f world.Flight) tla.Value {
	if f.Promise == "" {
		return r.message(f.Message)
	}
	return tla.Record(
		tla.Field{Name: "message", Value: r.message(f.Message)},
		tla.Field{Name: "promise", Value: tla.String(f.Promise)},
		tla.Field{Name: "within", Value: tla.Int(f.Within)})
}

// running are the timers that run by the clock: pairs of a timer and its remaining ticks. A timer that watches a
// process has the id of that process; a timer beside those that watches no process has 0.
func (r reader) running(timers []world.Running) tla.Value {
	var pairs []tla.Value
	for _, t := range timers {
		name := tla.String(t.Timer)
		if _, of, watches := strings.Cut(strings.TrimSuffix(t.Timer, ")"), "("); watches {
			name = r.valueOf(of)
		} else if r.watching {
			name = tla.Int(int(model.Nobody))
		}
		pairs = append(pairs, tla.Tuple(name, tla.Int(t.Left)))
	}
	return tla.Set(pairs...)
}

// traffic is the contents of the non-empty channels.
func (r reader) traffic(flights []world.Flight, bags bool) tla.Value {
	var pairs []tla.Pair
	for i := 0; i < len(flights); {
		j := i
		var content []tla.Value
		for ; j < len(flights) && flights[j].From == flights[i].From && flights[j].To == flights[i].To; j++ {
			content = append(content, r.posted(flights[j]))
		}
		link := tla.Tuple(tla.Int(int(flights[i].From)), tla.Int(int(flights[i].To)))
		value := tla.Tuple(content...)
		if bags {
			value = bag(content)
		}
		pairs = append(pairs, tla.Pair{Argument: link, Value: value})
		i = j
	}
	return tla.Function(pairs...)
}

// bag counts equal messages.
func bag(content []tla.Value) tla.Value {
	var pairs []tla.Pair
	for _, m := range content {
		i := slices.IndexFunc(pairs, func(p tla.Pair) bool { return tla.Equal(p.Argument, m) })
		if i < 0 {
			pairs = append(pairs, tla.Pair{Argument: m, Value: tla.Int(1)})
			continue
		}
		n, _ := pairs[i].Value.Int()
		pairs[i].Value = tla.Int(n + 1)
	}
	return tla.Function(pairs...)
}

// canonical is a state as TLC prints it, without empty channels: the modules have a channel between any two
// processes that may need one.
func canonical(s tla.State) tla.State {
	var pairs []tla.Pair
	for link, content := range s["channel"].Pairs() {
		if content.Len() > 0 {
			pairs = append(pairs, tla.Pair{Argument: link, Value: content})
		}
	}
	same := tla.State{}
	for _, name := range s.Variables() {
		same[name] = s[name]
	}
	same["channel"] = tla.Function(pairs...)
	return same
}

// A Digest stands for a set of states, independent of their order: the sum of the SHA-256 of their canonical
// texts, modulo 2^256.
type Digest struct {
	States int
	sum    big.Int
}

// Add adds a state, which must be canonical.
func (d *Digest) Add(s tla.State) {
	hash := sha256.Sum256([]byte(s.String()))
	d.sum.Add(&d.sum, new(big.Int).SetBytes(hash[:]))
	d.sum.SetBit(&d.sum, 256, 0)
	d.States++
}

func (d *Digest) String() string { return fmt.Sprintf("%064x", &d.sum) }

// The constants of module Raft. Logs and links are pairs of numbers, which a configuration file cannot write.
// Module Rings defines names for them that consist of the numbers.
const (
	logsPrefix = "Logs_"
	cutPrefix  = "Cut_"
)

// haveTerms reports whether the leaders of an algorithm have terms.
func haveTerms(a model.Algorithm) bool { return a.Terms() }

// A pair is a log, or a link.
type pair interface{ model.Log | world.Pair }

func numbers[P pair](p P) (one, other int) {
	switch p := any(p).(type) {
	case model.Log:
		return p.Term, p.Length
	case world.Pair:
		return int(p.From), int(p.To)
	}
	return 0, 0
}

// tuples writes pairs in TLA+.
func tuples[P pair](pairs []P) (list []string) {
	for _, p := range pairs {
		one, other := numbers(p)
		list = append(list, fmt.Sprintf("<<%d,%d>>", one, other))
	}
	return list
}

// named writes pairs as a part of a name: 1_3__1_2.
func named[P pair](pairs []P) string {
	var list []string
	for _, p := range pairs {
		one, other := numbers(p)
		list = append(list, fmt.Sprintf("%d_%d", one, other))
	}
	return strings.Join(list, "__")
}

// flagOfPairs turns such a part of a name into the value of a flag: 1:3,1:2.
func flagOfPairs(name, between string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "__", ","), "_", between)
}

// pairsOf reads such a part of a name.
func pairsOf(name string) (list [][2]int, ok bool) {
	for word := range strings.SplitSeq(name, "__") {
		one, other, _ := strings.Cut(word, "_")
		a, err := strconv.ParseUint(one, 10, 31)
		b, err2 := strconv.ParseUint(other, 10, 31)
		if err != nil || err2 != nil {
			return nil, false
		}
		list = append(list, [2]int{int(a), int(b)})
	}
	return list, true
}

func logsName(logs []model.Log) string { return logsPrefix + named(logs) }
func cutName(cut []world.Pair) string  { return cutPrefix + named(cut) }

func writeLogs(c world.Config) string {
	return "<- " + logsName(c.Logs)
}

func readLogs(c *world.Config, text string) error {
	if c.Logs = nil; text == "<- "+logsPrefix {
		return nil
	}
	name, isName := strings.CutPrefix(text, "<- "+logsPrefix)
	pairs, ok := pairsOf(name)
	if !isName || !ok {
		return fmt.Errorf("%q: it is <- Logs_, and each log's last term and length, like Logs_1_3__1_2", text)
	}
	for _, p := range pairs {
		c.Logs = append(c.Logs, model.Log{Term: p[0], Length: p[1]})
	}
	return nil
}

func writeCut(c world.Config) string {
	if c.Cut == nil {
		return "= {}"
	}
	return "<- " + cutName(c.Cut)
}

func readCut(c *world.Config, text string) error {
	if c.Cut = nil; text == "= {}" {
		return nil
	}
	name, isName := strings.CutPrefix(text, "<- "+cutPrefix)
	pairs, ok := pairsOf(name)
	if !isName || !ok {
		return fmt.Errorf("%q: it is = {}, or <- Cut_ and the ends of each link, like Cut_1_2__2_1", text)
	}
	for _, p := range pairs {
		c.Cut = append(c.Cut, world.Pair{From: model.ID(p[0]), To: model.ID(p[1])})
	}
	return nil
}

// flatten writes a module with all that it extends and instantiates as one module. TLC explores that more than
// twice as fast as the modules themselves, in which it reaches every operator of the world through a substitution
// of all constants and variables by themselves.
//
// The result is the text of each module once, at the place where it is first extended or instantiated. It has the
// same meaning, because no INSTANCE here substitutes anything: what an instantiated module declares has the same
// name at the place of the INSTANCE. Only the declarations of its constants are left out, because their values are
// defined before.
func flatten(modules fs.FS, root string, replaced map[string]string) (string, error) {
	f := flattening{modules: modules, replaced: replaced, done: map[string]bool{}}
	if err := f.include(root, false); err != nil {
		return "", err
	}
	slices.Sort(f.standard)
	return fmt.Sprintf("---- MODULE %s ----\nEXTENDS %s\n%s====\n",
		root, strings.Join(slices.Compact(f.standard), ", "), f.text.String()), nil
}

type flattening struct {
	modules  fs.FS
	replaced map[string]string // texts that replace a file
	done     map[string]bool
	standard []string // modules that come with TLA+
	text     strings.Builder
}

var (
	extends     = regexp.MustCompile(`^EXTENDS (.+)$`)
	instance    = regexp.MustCompile(`^(?:LOCAL )?INSTANCE (\w+)$`)
	declaration = regexp.MustCompile(`^CONSTANTS?\b`)
	begins      = regexp.MustCompile(`^-+ MODULE \w+ -+$`)
	ends        = regexp.MustCompile(`^=+$`)
)

// include adds the text of a module. The constants of an instantiated module are defined already.
func (f *flattening) include(name string, instantiated bool) error {
	if f.done[name] {
		return nil
	}
	f.done[name] = true
	text, err := f.read(name)
	if err != nil {
		return err
	}
	if text == "" {
		f.standard = append(f.standard, name)
		return nil
	}
	declaring := false
	for line := range strings.SplitSeq(text, "\n") {
		found := extends.FindStringSubmatch(line)
		switch {
		case begins.MatchString(line) || ends.MatchString(line):
		case found != nil:
			for _, other := range strings.Split(found[1], ",") {
				if err := f.include(strings.TrimSpace(other), instantiated); err != nil {
					return err
				}
			}
		case instance.MatchString(line):
			if err := f.include(instance.FindStringSubmatch(line)[1], true); err != nil {
				return err
			}
		case instantiated && (declaration.MatchString(line) || declaring && (line == "" || line[0] == ' ')):
			declaring = true
		default:
			declaring = false
			f.text.WriteString(line + "\n")
		}
	}
	return nil
}

// read returns the text of a module, or "" if it is not one of ours.
func (f *flattening) read(name string) (string, error) {
	if text, given := f.replaced[name]; given {
		return text, nil
	}
	if slices.Contains([]string{"Integers", "Sequences", "FiniteSets", "Bags", "TLC"}, name) {
		return "", nil
	}
	text, err := fs.ReadFile(f.modules, name+".tla")
	return string(text), err
}

// A reader knows what the words of a state leave unsaid about its world.
type reader struct {
	ids      []model.ID // ascending: a vector has a value for each, in this order
	many     int        // the number of ids
	watching bool       // the algorithm has a timer for each process
}

func readerOf(c world.Config) reader {
	return reader{slices.Sorted(slices.Values(c.IDs)), c.Counters, c.Algorithm.Numbering() != nil}
}

// vector turns [0 many 1] into a function on the ids. The vector of a dead process is empty.
func (r reader) vector(inside string) tla.Value {
	var pairs []tla.Pair
	for i, word := range strings.Fields(inside) {
		pairs = append(pairs, tla.Pair{Argument: tla.Int(int(r.ids[i])), Value: r.valueOf(word)})
	}
	return tla.Function(pairs...)
}

// news turns ALIVE(2,#1,[0 0 1]) into its record in module OmegaMinimal. A message of the printed reading has no
// number, which is written 0. A forwarded one has no id, which is written ⊥.
func (r reader) news(kind, list string) tla.Value {
	words := strings.Split(list, ",")
	of, number, suspect := "⊥", "0", words[len(words)-1]
	if len(words) > 1 {
		of = words[0]
	}
	if len(words) > 2 {
		number = strings.TrimPrefix(words[1], "#")
	}
	return tla.Record(
		tla.Field{Name: "kind", Value: tla.String(kind)}, tla.Field{Name: "id", Value: r.valueOf(of)},
		tla.Field{Name: "number", Value: r.valueOf(number)}, tla.Field{Name: "suspect", Value: r.valueOf(suspect)})
}
