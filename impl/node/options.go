package node

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"interrex/impl"
	"interrex/impl/detect"
	"interrex/impl/durable"
	"interrex/impl/network"
	"interrex/traces"
)

// Join puts a node on its network, for one incarnation. A node that only observes gets heartbeats,
// and sends nothing.
type Join func(incarnation uint64, observing bool) (network.Network, error)

// A Span is a length of time that is drawn anew each time, from Least up to Most.
type Span struct{ Least, Most time.Duration }

// Options is what a node must know. Algorithm, Config and Join are needed; the rest has defaults.
type Options struct {
	Algorithm impl.Algorithm
	Config    impl.Config
	Join      Join
	Store     durable.Store // needed by an algorithm that keeps what must not be lost; default otherwise: in memory

	Heartbeat time.Duration   // how often a node says that it lives; default 100 ms
	Detector  detect.Settings // default: detect.For(Heartbeat)
	Timers    map[string]Span // by name; default: DefaultTimers

	// Starts is when a node calls an election of its own accord: once at a random moment after it has
	// come, and again whenever nobody has been elected for as long. Zero: never.
	Starts Span

	// Health is what must succeed for the node to stand; nil: nothing. It is asked again only when it has
	// returned, which it should when its context ends: after HealthEvery, or with Run.
	Health      func(context.Context) error
	HealthEvery time.Duration // how often it is asked, and how long it may take; default 10 Heartbeats

	// Refused is for how long most of the others may refuse the node before it ends; default one minute.
	Refused time.Duration

	Run   string                                       // the name of the run, for traces
	Trace func(*traces.Header) (*traces.Writer, error) // where an incarnation is recorded; nil: nowhere
	Log   *slog.Logger                                 // default: nowhere
	Seed  uint64                                       // of all that the node draws
}

// DefaultTimers gives each timer of an algorithm a length that suits a heartbeat.
func DefaultTimers(a impl.Algorithm, heartbeat time.Duration) map[string]Span {
	spans := map[string]Span{}
	for _, name := range a.Timers {
		h := heartbeat
		switch {
		case name == "H" || name == "heartbeat" || name == "timer":
			spans[name] = Span{h, h}
		case a.Terms && name == "T":
			spans[name] = Span{10 * h, 20 * h}
		case name == "T":
			spans[name] = Span{5 * h, 5 * h}
		default:
			spans[name] = Span{10 * h, 10 * h}
		}
	}
	return spans
}

// complete fills in the defaults, and reports what is wrong, in one line.
func (o *Options) complete() error {
	if o.Algorithm.Boot == nil {
		return errors.New("no algorithm: Find gives one by its name")
	}
	if err := o.Config.Validate(); err != nil {
		return err
	}
	if o.Join == nil {
		return errors.New("no network: Join must give one")
	}
	if o.Heartbeat < 0 || o.HealthEvery < 0 || o.Refused < 0 {
		return fmt.Errorf("heartbeat %v, health every %v, refused %v: none is negative", o.Heartbeat, o.HealthEvery, o.Refused)
	}
	if o.Heartbeat == 0 {
		o.Heartbeat = 100 * time.Millisecond
	}
	if o.HealthEvery == 0 {
		o.HealthEvery = 10 * o.Heartbeat
	}
	if o.Detector == (detect.Settings{}) {
		o.Detector = detect.For(o.Heartbeat)
	}
	if o.Refused == 0 {
		o.Refused = time.Minute
	}
	if o.Store == nil && o.Algorithm.Keeps {
		return fmt.Errorf("no Store: %s keeps what must not be lost, on a disk (durable.Open) or, where nothing is at stake, in memory (new(durable.Memory))", o.Algorithm.Name)
	}
	if o.Store == nil {
		o.Store = new(durable.Memory)
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Starts.Least < 0 || o.Starts.Most < o.Starts.Least {
		return fmt.Errorf("starts from %v to %v: the least must not be negative, and the most no less", o.Starts.Least, o.Starts.Most)
	}
	return errors.Join(o.Detector.Validate(), o.completeTimers())
}

func (o *Options) completeTimers() error {
	spans := DefaultTimers(o.Algorithm, o.Heartbeat)
	for name, s := range o.Timers {
		if _, known := spans[name]; !known {
			return fmt.Errorf("timer %q: %s has %q", name, o.Algorithm.Name, o.Algorithm.Timers)
		}
		if s.Least <= 0 || s.Most < s.Least {
			return fmt.Errorf("timer %s from %v to %v: the least must be positive, and the most no less", name, s.Least, s.Most)
		}
		spans[name] = s
	}
	o.Timers = spans
	return nil
}
