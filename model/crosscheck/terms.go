package crosscheck

import (
	"fmt"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// The constants of module Raft. Logs and links are pairs of numbers, which a configuration file
// cannot write: they are named after their numbers, in module Rings.
const (
	logsPrefix = "Logs_"
	cutPrefix  = "Cut_"
)

// haveTerms: the leaders of an algorithm have terms.
func haveTerms(a model.Algorithm) bool { return a.Terms }

// option is TRUE or FALSE.
func option(name, flag string, field func(*world.Config) *bool) constant {
	write := func(c world.Config) string { return "= " + strings.ToUpper(strconv.FormatBool(*field(&c))) }
	read := func(c *world.Config, text string) error {
		if text != "= TRUE" && text != "= FALSE" {
			return fmt.Errorf("%q: it is = TRUE or = FALSE", text)
		}
		*field(c) = text == "= TRUE"
		return nil
	}
	return constant{name, flag, write, read, haveTerms}
}

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

// tuples writes pairs as TLA+ does.
func tuples[P pair](pairs []P) (list []string) {
	for _, p := range pairs {
		one, other := numbers(p)
		list = append(list, fmt.Sprintf("<<%d,%d>>", one, other))
	}
	return list
}

// named writes them as a part of a name: 1_3__1_2.
func named[P pair](pairs []P) string {
	var list []string
	for _, p := range pairs {
		one, other := numbers(p)
		list = append(list, fmt.Sprintf("%d_%d", one, other))
	}
	return strings.Join(list, "__")
}

// flagOfPairs makes a flag of such a part of a name: 1:3,1:2.
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
