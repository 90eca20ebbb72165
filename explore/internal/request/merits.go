package request

import (
	"fmt"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// merits reads the criterion, and what the processes have to show for it.
func (r *Request) merits(v *values, given map[string]bool) (err error) {
	c := &r.World
	allowed := []model.Criterion{model.ByID, model.ByLoad, model.ByLog}
	if c.Algorithm.Clockwork() || c.Algorithm.Anonymous {
		allowed = allowed[:1] // the one prefers the lowest id, the other has none
	}
	if c.Criterion, err = oneOf(given, "criterion", v.criterion, allowed...); err != nil {
		return err
	}
	if given["loads"] {
		c.Loads, err = eachOf(v.loads, len(c.IDs), "loads", "a load from 1 to 65535", func(word string) (int, bool) {
			load, err := strconv.ParseUint(word, 10, 16)
			return int(load), err == nil && load > 0
		})
	}
	if given["logs"] && v.logs != "empty" && err == nil {
		c.Logs, err = eachOf(v.logs, len(c.IDs), "logs", "the last term and the length of a log, 0 to 1000 each, as in 2:5", log)
	}
	switch {
	case err != nil:
		return err
	case c.Criterion == model.ByLoad && c.Loads == nil:
		return fmt.Errorf("-criterion=load needs -loads, one for each process in ring order, as in -loads=2,1,1")
	case c.Criterion == model.ByLog && c.Logs == nil:
		return fmt.Errorf("-criterion=log needs -logs, last term and length for each process in ring order, as in -logs=1:3,2:1")
	case c.Criterion != model.ByLoad && c.Loads != nil:
		return fmt.Errorf("-loads has no meaning with -criterion=%s: give -criterion=load too", c.Criterion)
	case c.Criterion != model.ByLog && c.Logs != nil && !c.Algorithm.Terms:
		return fmt.Errorf("-logs has no meaning with -criterion=%s: give -criterion=log too", c.Criterion)
	}
	return nil
}

// log reads a log: 2:5 has five entries, the last one of term 2.
func log(word string) (model.Log, bool) {
	term, length, _ := strings.Cut(word, ":")
	t, err := strconv.ParseUint(term, 10, 16)
	l, err2 := strconv.ParseUint(length, 10, 16)
	return model.Log{Term: int(t), Length: int(l)}, err == nil && err2 == nil && t <= world.MostTerm && l <= world.MostTerm
}

// eachOf reads a list with something for each of n processes.
func eachOf[V any](text string, n int, flag, what string, read func(string) (V, bool)) ([]V, error) {
	var list []V
	words := strings.Split(text, ",")
	if len(words) != n {
		return nil, fmt.Errorf("-%s=%s: %d values for %d processes; it is %s for each, in ring order", flag, text, len(words), n, what)
	}
	for _, word := range words {
		value, ok := read(strings.TrimSpace(word))
		if !ok {
			return nil, fmt.Errorf("-%s=%s: %q is not %s", flag, text, word, what)
		}
		list = append(list, value)
	}
	return list, nil
}
