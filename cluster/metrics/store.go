package metrics

import (
	"fmt"

	"github.com/VictoriaMetrics/metrics"

	"interrex/checker/levels"
)

// A counted store counts what it is asked for, and the bytes that are read and written.
type counted struct {
	levels.Store
	set *metrics.Set
}

func (c *counted) ask(what string) {
	c.set.GetOrCreateCounter(fmt.Sprintf("interrex_store_requests_total{kind=%q}", what)).Inc()
}

func (c *counted) bytes(direction string) *metrics.Counter {
	return c.set.GetOrCreateCounter(fmt.Sprintf("interrex_store_bytes_total{direction=%q}", direction))
}

// Create is part of levels.Store.
func (c *counted) Create(name string) (levels.Writer, error) {
	c.ask("create")
	w, err := c.Store.Create(name)
	if err != nil {
		return nil, err
	}
	return &countedWriter{w, c.bytes("written")}, nil
}

// Open is part of levels.Store.
func (c *counted) Open(name string) (levels.Object, error) {
	c.ask("open")
	o, err := c.Store.Open(name)
	if err != nil {
		return nil, err
	}
	return &countedObject{o, c.bytes("read")}, nil
}

// List is part of levels.Store.
func (c *counted) List(prefix string) ([]string, error) {
	c.ask("list")
	return c.Store.List(prefix)
}

// Remove is part of levels.Store.
func (c *counted) Remove(name string) error {
	c.ask("remove")
	return c.Store.Remove(name)
}

// Sizes is part of levels.Sizing.
func (c *counted) Sizes(prefix string) (objects int, bytes int64, err error) {
	if s, knows := c.Store.(levels.Sizing); knows {
		return s.Sizes(prefix)
	}
	return 0, 0, nil
}

// Sweep removes what unfinished writes have left, if the store can.
func (c *counted) Sweep() error {
	if s, can := c.Store.(interface{ Sweep() error }); can {
		return s.Sweep()
	}
	return nil
}

type countedWriter struct {
	levels.Writer
	bytes *metrics.Counter
}

func (w *countedWriter) Write(p []byte) (int, error) {
	n, err := w.Writer.Write(p)
	w.bytes.Add(n)
	return n, err
}

type countedObject struct {
	levels.Object
	bytes *metrics.Counter
}

func (o *countedObject) ReadAt(p []byte, at int64) (int, error) {
	n, err := o.Object.ReadAt(p, at)
	o.bytes.Add(n)
	return n, err
}
