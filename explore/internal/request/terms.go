package request

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// terms reads the flags of algorithms whose leaders have terms.
func (r *Request) terms(v *values, given map[string]bool) (err error) {
	c := &r.World
	c.PreVote, c.CheckQuorum = v.preVote, v.checkQuorum
	if given["cut"] && v.cut != "nothing" {
		c.Cut, err = cut(v.cut, c.IDs)
	}
	return err
}

// cut reads which links carry nothing: 1-2,2-1.
func cut(text string, ids []model.ID) ([]world.Pair, error) {
	explain := func(why string) error {
		return fmt.Errorf("-cut=%s: %s; it is nothing, or links such as 1-2,2-1, each from one process to another", text, why)
	}
	var all []world.Pair
	for word := range strings.SplitSeq(text, ",") {
		one, other, _ := strings.Cut(strings.TrimSpace(word), "-")
		from, err := strconv.Atoi(one)
		to, err2 := strconv.Atoi(other)
		link := world.Pair{From: model.ID(from), To: model.ID(to)}
		switch {
		case err != nil || err2 != nil || from == to || !slices.Contains(ids, link.From) || !slices.Contains(ids, link.To):
			return nil, explain(fmt.Sprintf("%q joins no two of the ids %s", word, commas(ids)))
		case slices.Contains(all, link):
			return nil, explain(fmt.Sprintf("%q is given twice", word))
		}
		all = append(all, link)
	}
	return all, nil
}
