package check

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/internal/prose"
	"interrex/model"
	"interrex/model/world"
)

func numbered(n int) []model.ID {
	ids := make([]model.ID, n)
	for i := range ids {
		ids[i] = model.ID(i + 1)
	}
	return ids
}

func commas(ids []model.ID) string { return Setting{Value: ids}.Text() }

// idList reads distinct ids with commas between them.
func idList(text string) ([]model.ID, error) {
	var ids []model.ID
	for _, word := range strings.Split(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(word), 10, 32)
		if err != nil || id < 1 {
			return nil, fmt.Errorf("%q is no id; ids are whole numbers from 1 to %d, separated by commas", word, 1<<31-1)
		}
		if slices.Contains(ids, model.ID(id)) {
			return nil, fmt.Errorf("%d is given twice; ids are distinct", id)
		}
		ids = append(ids, model.ID(id))
	}
	return ids, nil
}

func initiators(text string, ids []model.ID) ([]model.ID, error) {
	switch text {
	case "nobody":
		return []model.ID{}, nil
	case "all":
		return nil, nil
	}
	some, err := idList(text)
	for _, id := range some {
		if err == nil && !slices.Contains(ids, id) {
			err = fmt.Errorf("there is no process %d; the ids are %s", id, commas(ids))
		}
	}
	return some, err
}

// eachOf reads a list with one entry for each of n processes.
func eachOf[V any](text string, n int, what string, read func(string) (V, bool)) ([]V, error) {
	var list []V
	words := strings.Split(text, ",")
	if len(words) != n {
		return nil, fmt.Errorf("%s for %d processes; it is %s for each, in ring order", prose.Plural(len(words), "value"), n, what)
	}
	for _, word := range words {
		value, ok := read(strings.TrimSpace(word))
		if !ok {
			return nil, fmt.Errorf("%q is not %s", word, what)
		}
		list = append(list, value)
	}
	return list, nil
}

// oneLog reads a log: 2:5 has five entries, the last one of term 2.
func oneLog(word string) (model.Log, bool) {
	term, length, _ := strings.Cut(word, ":")
	t, err := strconv.ParseUint(term, 10, 16)
	l, err2 := strconv.ParseUint(length, 10, 16)
	return model.Log{Term: int(t), Length: int(l)}, err == nil && err2 == nil && t <= world.MostTerm && l <= world.MostTerm
}

// timelyLinks reads which links keep the bounds of the clock: all, from:2, or 1-2,2-3.
func timelyLinks(text string, ids []model.ID) ([]world.Pair, error) {
	const allowed = "it is all, nothing, from:ID, or links such as 1-2,2-3"
	source, isSource := strings.CutPrefix(text, "from:")
	switch {
	case text == "all":
		return nil, nil
	case text == "nothing":
		return []world.Pair{}, nil
	case !isSource:
		return pairs(text, ids, allowed)
	}
	from, err := strconv.Atoi(source)
	if err != nil || !slices.Contains(ids, model.ID(from)) {
		return nil, fmt.Errorf("%q is none of the ids %s; %s", source, commas(ids), allowed)
	}
	timely := []world.Pair{}
	for _, to := range ids {
		if to != model.ID(from) {
			timely = append(timely, world.Pair{From: model.ID(from), To: to})
		}
	}
	return timely, nil
}

// pairs parses a list of links. Errors end with what is allowed.
func pairs(text string, ids []model.ID, allowed string) ([]world.Pair, error) {
	all := []world.Pair{}
	for word := range strings.SplitSeq(text, ",") {
		one, other, _ := strings.Cut(strings.TrimSpace(word), "-")
		from, err := strconv.Atoi(strings.TrimSpace(one))
		to, err2 := strconv.Atoi(strings.TrimSpace(other))
		link := world.Pair{From: model.ID(from), To: model.ID(to)}
		switch {
		case err != nil || err2 != nil || from == to || !slices.Contains(ids, link.From) || !slices.Contains(ids, link.To):
			return nil, fmt.Errorf("%q joins no two of the ids %s; %s", word, commas(ids), allowed)
		case slices.Contains(all, link):
			return nil, fmt.Errorf("%q is given twice; %s", word, allowed)
		}
		all = append(all, link)
	}
	return all, nil
}

// links formats links as on the command line; none is the word for an empty list.
func links(none string, list []world.Pair) string {
	words := each(list, func(l world.Pair) string { return fmt.Sprintf("%d-%d", l.From, l.To) })
	return cmp.Or(strings.Join(words, ","), none)
}

func logs(c world.Config) string {
	return cmp.Or(strings.Join(each(c.Logs, model.Log.String), ","), "empty")
}
