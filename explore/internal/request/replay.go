package request

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/traces/replay"
)

// Replay is what the command replay is to follow.
type Replay struct {
	Traces  []replay.Trace
	Options replay.Options
	Minimal string // a folder for the least trace that still diverges, or ""
}

// replays reads the flags of the command replay, and finds its traces.
func (r *Request) replays(v *values, given map[string]bool) error {
	own := []string{"algo", "on", "channels", "losses", "duplicates", "crashed", "minimal", "format", "o", "quiet"}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for replay: its flags are -%s; a trace says the rest itself", name, strings.Join(own, " -"))
		}
	}
	if given["on"] && !given["algo"] {
		return fmt.Errorf("-on has no meaning without -algo=%s: it is the election that it rests on", model.ConsensusName)
	}
	if given["algo"] {
		if _, err := v.algorithm(given); err != nil {
			return err
		}
	}
	var err error
	if r.Replay.Options, err = v.following(given); err != nil {
		return err
	}
	r.Replay.Options.Algorithm, r.Replay.Options.On = v.algo, v.on
	if given["minimal"] && v.minimal == "" {
		return errors.New("-minimal= names no folder: name one in which the files of a trace can be written")
	}
	r.Replay.Minimal = v.minimal
	if len(v.paths) == 0 {
		return errors.New("replay of nothing: name the files of a trace, or folders")
	}
	if r.Replay.Traces, err = replay.Find(v.paths); err != nil {
		return Misspelt{err}
	}
	if err := v.areMembers(given, r.Replay.Traces); err != nil {
		return err
	}
	return r.delivery(v, given, "text", "json")
}

// following reads how a trace is to be followed: what its channels may do, and who was killed.
func (v *values) following(given map[string]bool) (o replay.Options, err error) {
	o.World = replay.Perfect()
	if o.World.Channels, err = oneOf(given, "channels", v.channels, world.FIFO, world.Lossy, world.Duplicating, world.Bag); err != nil {
		return o, err
	}
	v.losses.into(&o.World.Losses)
	v.duplicates.into(&o.World.Duplicates)
	switch {
	case v.crashed == "any":
		o.Crashed = func(int) bool { return true }
	case given["crashed"]:
		killed, err := idList("crashed", v.crashed)
		if err != nil {
			return o, err
		}
		o.Crashed = func(node int) bool { return slices.Contains(killed, model.ID(node)) }
	}
	return o, nil
}

// areMembers refuses a node that is said to have been killed and is in no trace. What is wrong with a trace is told
// when it is read.
func (v *values) areMembers(given map[string]bool, all []replay.Trace) error {
	if !given["crashed"] || v.crashed == "any" {
		return nil
	}
	killed, err := idList("crashed", v.crashed)
	var ids []model.ID
	for _, t := range all {
		members := t.Members()
		if members == nil {
			return err
		}
		for _, id := range members {
			if !slices.Contains(ids, model.ID(id)) {
				ids = append(ids, model.ID(id))
			}
		}
	}
	for _, id := range killed {
		if !slices.Contains(ids, id) {
			return fmt.Errorf("-crashed=%s: there is no node %d; the ids are %s", v.crashed, id, commas(ids))
		}
	}
	return err
}
