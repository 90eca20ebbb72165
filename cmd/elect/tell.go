package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"interrex/cmd/elect/internal/control"
	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/fence"
	"interrex/internal/flags"
)

// tellLimit is how long a node may take to obey an order.
const tellLimit = 10 * time.Second

// An order is something that a running node can be told.
type order struct {
	socket string
	to     impl.ID
}

// flags are those of an order; an order with toWhom also names another node.
func (o *order) flags(toWhom bool) flags.Table {
	table := flags.Table{flags.Flag{Name: "control", Takes: "PATH", Usual: true, Help: "the node's socket"}.Text(&o.socket)}
	if toWhom {
		table = append(table, settings.Of(flags.Flag{Name: "to", Takes: "2", Usual: true, Help: "the next leader"}, &o.to, settings.ParseID))
	}
	return table
}

func (o *order) parse(name string, args []string, toWhom bool) error {
	if err := settings.Read(o.flags(toWhom), name, args); err != nil {
		return err
	}
	switch {
	case o.socket == "":
		return errors.New("-control is missing: the socket of the node, by default DATA/node-ID.sock")
	case toWhom && o.to == impl.Nobody:
		return errors.New("-to is missing: the id of the next leader")
	}
	return nil
}

// tell sends the order to the node and decodes its answer into the value, unless that is nil.
func (o *order) tell(ctx context.Context, what string, into any) error {
	ctx, cancel := context.WithTimeout(ctx, tellLimit)
	defer cancel()
	if err := control.Tell(ctx, o.socket, what, into); err != nil {
		return failed(fmt.Errorf("-control=%s: %w", o.socket, err))
	}
	return nil
}

// drawToken prints a leader's next fencing token.
func drawToken(ctx context.Context, args []string, c console) error {
	var o order
	var t fence.Token
	if err := o.parse("token", args, false); err != nil {
		return err
	}
	if err := o.tell(ctx, "/token", &t); err != nil {
		return err
	}
	return failed(json.NewEncoder(c.out).Encode(t))
}

// simply is a command that sends an order without parameters.
func simply(name, done string) func(context.Context, []string, console) error {
	return func(ctx context.Context, args []string, c console) error {
		var o order
		if err := o.parse(name, args, false); err != nil {
			return err
		}
		if err := o.tell(ctx, "/"+name, nil); err != nil {
			return err
		}
		_, err := fmt.Fprintln(c.out, done)
		return failed(err)
	}
}

// transfer tells a leader to hand over its leadership.
func transfer(ctx context.Context, args []string, c console) error {
	var o order
	if err := o.parse("transfer", args, true); err != nil {
		return err
	}
	if err := o.tell(ctx, "/transfer?"+url.Values{"to": {o.to.String()}}.Encode(), nil); err != nil {
		return err
	}
	_, err := fmt.Fprintf(c.out, "node %v takes over\n", o.to)
	return failed(err)
}
