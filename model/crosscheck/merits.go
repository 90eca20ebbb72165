package crosscheck

import (
	"fmt"
	"strconv"
	"strings"

	"interrex/model/world"
)

// Loads have a name too: Loads_2_1_1. Those of processes that are all alike are Loads_.
func loadsName(loads []int) string { return "Loads_" + loadsList(loads, "_") }

func loadsList(loads []int, between string) string {
	var words []string
	for _, load := range loads {
		words = append(words, strconv.Itoa(load))
	}
	return strings.Join(words, between)
}

func writeLoads(c world.Config) string { return "<- " + loadsName(c.Loads) }

func readLoads(c *world.Config, text string) error {
	list, isName := strings.CutPrefix(text, "<- Loads_")
	c.Loads = nil
	for digits := range strings.SplitSeq(list, "_") {
		if list == "" {
			break
		}
		load, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			isName = false
		}
		c.Loads = append(c.Loads, int(load))
	}
	if !isName {
		return fmt.Errorf("%q: it is <- Loads_ and the loads in ring order, like Loads_2_1_1", text)
	}
	return nil
}
