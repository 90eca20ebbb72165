package main

import (
	"context"
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
	to           impl.ID // the next leader
}

// orders are the commands that give an order.
func orders() (all []command) {
	for _, c := range []command{
		{name: "transfer", usage: "-control=PATH -to=2", short: "hands the leadership over to another node", long: "Only raft can do this."},
		{name: "campaign", usage: "-control=PATH", short: "calls an election",
			long: "The algorithm may ignore it: a node of raft that knows a term waits until its leader is silent."},
		{name: "token", usage: "-control=PATH", short: "prints a leader's next fencing token"},
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
		table = append(table, settings.Of(flags.Flag{Name: "to", Takes: "2", Usual: true, Help: "the next leader"}, &o.to, settings.ParseID))
	}
	return table
}

func (o *order) parse(args []string) error {
	if err := settings.Read(o.flags(), o.name, args); err != nil {
		return err
	}
	switch {
	case o.socket == "":
		return errors.New("-control is missing: the socket of the node, by default DATA/node-ID.sock")
	case o.name == "transfer" && o.to == impl.Nobody:
		return errors.New("-to is missing: the id of the next leader")
	}
	return nil
}

// tell gives the order, and returns in words what came of it.
func (o *order) tell(ctx context.Context) (done string, err error) {
	ctx, cancel := context.WithTimeout(ctx, tellLimit)
	defer cancel()
	answer, err := service.Tell(ctx, o.socket, fmt.Sprintf("%s?node=%d", o.name, int(o.to)))
	if err != nil {
		return "", fmt.Errorf("-control=%s: %w", o.socket, err)
	}
	switch o.name {
	case "transfer":
		return fmt.Sprintf("node %v takes over", o.to), nil
	case "campaign":
		return "the node has called an election, as far as its algorithm allows", nil
	}
	return string(answer[:max(0, len(answer)-1)]), nil // a token, in a line
}
