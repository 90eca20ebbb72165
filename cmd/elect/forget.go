package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"interrex/cmd/elect/internal/control"
	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/durable"
	"interrex/internal/flags"
)

// An oblivion says which node's storage must be forgotten, and where: at a running node, or in the folders of
// nodes that do not run.
type oblivion struct {
	order
	data string
	id   impl.ID
}

func (o *oblivion) flags() flags.Table {
	return append(o.order.flags(false), flags.Flag{Name: "data", Takes: "DIR", Usual: true, Help: "instead: the folder of stopped nodes"}.Text(&o.data))
}

func (o *oblivion) parse(args []string) error {
	rest, err := settings.ReadWith(o.flags(), args)
	if err != nil {
		return err
	}
	switch {
	case len(rest) != 1:
		return errors.New("forget: one id after the flags is expected, as in elect forget -control=PATH 3")
	case (o.socket == "") == (o.data == ""):
		return errors.New("forget: either -control=PATH (a running node) or -data=DIR (stopped nodes) is expected")
	}
	o.id, err = settings.ParseID(rest[0])
	return err
}

// forget lets a node in with another storage than before. Each node must be told separately; nothing goes over the
// network.
func forget(ctx context.Context, args []string, c console) error {
	var o oblivion
	if err := o.parse(args); err != nil {
		return err
	}
	if o.data != "" {
		return forgetIn(o.data, o.id, c.out)
	}
	var f control.Forgotten
	if err := o.tell(ctx, "/forget?node="+o.id.String(), &f); err != nil {
		return err
	}
	return tellForgotten(c.out, o.socket, o.id, f.Was)
}

// forgetIn makes all nodes of a folder forget that do not run, except the node id itself.
func forgetIn(folder string, id impl.ID, out io.Writer) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return settings.InFile(fmt.Errorf("-data=%s: %w", folder, err))
	}
	var stores []string
	for _, e := range entries {
		of, isStore := strings.CutPrefix(strings.TrimSuffix(e.Name(), ".db"), "node-")
		if isStore && filepath.Ext(e.Name()) == ".db" && of != id.String() {
			stores = append(stores, filepath.Join(folder, e.Name()))
		}
	}
	if len(stores) == 0 {
		return settings.InFile(fmt.Errorf("-data=%s: it has no storage of nodes other than %v", folder, id))
	}
	for _, path := range stores {
		was, err := durable.Forget(path, id)
		if err != nil {
			return settings.InFile(fmt.Errorf("%w; for a running node use -control=PATH", err))
		}
		if err := tellForgotten(out, path, id, was); err != nil {
			return err
		}
	}
	return nil
}

func tellForgotten(out io.Writer, where string, id impl.ID, was string) error {
	text := fmt.Sprintf("%s: no store of node %v to forget", where, id)
	if was != "" {
		text = fmt.Sprintf("%s: forgot store %.8s of node %v; the next store is accepted", where, was, id)
	}
	_, err := fmt.Fprintln(out, text)
	return failed(err)
}
