package crosscheck

import (
	"fmt"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// Loads and logs have names too: Loads_2_1_1, Logs_2_3__2_5. Those of processes that are all alike
// are Loads_ and Logs_.

func loadsName(loads []int) string {
	var words []string
	for _, load := range loads {
		words = append(words, strconv.Itoa(load))
	}
	return "Loads_" + strings.Join(words, "_")
}

func logsName(logs []model.Log) string {
	var words []string
	for _, log := range logs {
		words = append(words, fmt.Sprintf("%d_%d", log.Term, log.Length))
	}
	return "Logs_" + strings.Join(words, "__")
}

func writeLoads(c world.Config) string { return "<- " + loadsName(c.Loads) }
func writeLogs(c world.Config) string  { return "<- " + logsName(c.Logs) }

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

func readLogs(c *world.Config, text string) error {
	list, isName := strings.CutPrefix(text, "<- Logs_")
	c.Logs = nil
	for log := range strings.SplitSeq(list, "__") {
		if list == "" {
			break
		}
		term, length, _ := strings.Cut(log, "_")
		t, err := strconv.ParseUint(term, 10, 16)
		l, err2 := strconv.ParseUint(length, 10, 16)
		isName = isName && err == nil && err2 == nil
		c.Logs = append(c.Logs, model.Log{Term: int(t), Length: int(l)})
	}
	if !isName {
		return fmt.Errorf("%q: it is <- Logs_ and term and length of each in ring order, like Logs_2_3__2_5", text)
	}
	return nil
}

// meritsModule is the part of module Rings that tells loads and logs.
func meritsModule(c world.Config) string {
	var loads, logs []string
	for _, load := range c.Loads {
		loads = append(loads, strconv.Itoa(load))
	}
	for _, log := range c.Logs {
		logs = append(logs, fmt.Sprintf("[term |-> %d, length |-> %d]", log.Term, log.Length))
	}
	return fmt.Sprintf("%s == <<%s>>\n%s == <<%s>>\n",
		loadsName(c.Loads), strings.Join(loads, ", "), logsName(c.Logs), strings.Join(logs, ", "))
}
