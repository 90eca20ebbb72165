package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"interrex/cmd/elect/internal/service"
	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/internal/flags"
)

// tellLimit is how long a node may take to obey an order.
const tellLimit = 10 * time.Second

// An order is something that a running node can be told through its socket.
type order struct {
	name, socket string
	id           impl.ID // the next leader, or the node with a new store
}

// orders are the commands that give an order.
func orders() (all []command) {
	for _, c := range []command{
		{name: "transfer", usage: "-control=PATH -to=2", short: "hands the leadership over to another node", long: "Only raft can do this."},
		{name: "resign", usage: "-control=PATH", short: "gives up the leadership", long: "The node is no candidate until elect campaign."},
		{name: "campaign", usage: "-control=PATH", short: "makes the node a candidate again",
			long: "It calls an election, as far as the algorithm allows: a node of raft that knows a term waits until its leader is silent."},
		{name: "token", usage: "-control=PATH", short: "prints a leader's next fencing token"},
		{name: "forget", usage: "-control=PATH ID", short: "accepts node ID with new storage after a lost disk",
			long: "Run it for each other node; docs/running.md says when it is safe."},
	} {
		c.flags = func() flags.Table { return (&order{name: c.name}).flags() }
		c.run = func(ctx context.Context, args []string, console console) error {
			o := order{name: c.name}
			if err := o.parse(args); err != nil {
				return err
			}
			done, err := o.tell(ctx)
			if err == nil {
				_, err = fmt.Fprintln(console.out, done)
			}
			return failed(err)
		}
		all = append(all, c)
	}
	return all
}

func (o *order) flags() flags.Table {
	table := flags.Table{flags.Flag{Name: "control", Takes: "PATH", Usual: true, Help: "the node's socket"}.Text(&o.socket)}
	if o.name == "transfer" {
		table = append(table, settings.Of(flags.Flag{Name: "to", Takes: "2", Usual: true, Help: "the next leader"}, &o.id, settings.ParseID))
	}
	return table
}

func (o *order) parse(args []string) error {
	rest, err := settings.ReadWith(o.flags(), args)
	if err != nil {
		return err
	}
	if o.name == "forget" {
		if len(rest) != 1 {
			return errors.New("forget: one id after the flags is expected, as in elect forget -control=PATH 3")
		}
		if o.id, err = settings.ParseID(rest[0]); err != nil {
			return err
		}
		rest = nil
	}
	switch {
	case len(rest) > 0:
		return fmt.Errorf("%q: %s takes only flags", rest[0], o.name)
	case o.socket == "":
		return errors.New("-control is missing: the socket of the node, by default DATA/node-ID.sock")
	case o.name == "transfer" && o.id == impl.Nobody:
		return errors.New("-to is missing: the id of the next leader")
	}
	return nil
}

// tell gives the order, and returns in words what came of it.
func (o *order) tell(ctx context.Context) (done string, err error) {
	ctx, cancel := context.WithTimeout(ctx, tellLimit)
	defer cancel()
	answer, err := service.Tell(ctx, o.socket, fmt.Sprintf("%s?node=%d", o.name, int(o.id)))
	if err != nil {
		return "", fmt.Errorf("-control=%s: %w", o.socket, err)
	}
	switch o.name {
	case "transfer":
		return fmt.Sprintf("node %v takes over", o.id), nil
	case "resign":
		return "the node does not lead; it is no candidate until elect campaign", nil
	case "campaign":
		return "the node is a candidate", nil
	case "forget":
		var f service.Forgotten
		if err := json.Unmarshal(answer, &f); err != nil || f.Was == "" {
			return fmt.Sprintf("%s: no store of node %v to forget", o.socket, o.id), err
		}
		return fmt.Sprintf("%s: forgot store %.8s of node %v; the next store is accepted", o.socket, f.Was, o.id), nil
	}
	return string(answer[:max(0, len(answer)-1)]), nil // a token, in a line
}
