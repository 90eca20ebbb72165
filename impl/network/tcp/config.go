package tcp

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/durable"
)

// protocol is the version of what nodes say to one another. Both ends must speak the same.
const protocol = 2

// maxFrame is the greatest size in bytes of anything that is said.
const maxFrame = 32 << 10

// A Config says who a node is on the network, and with whom it speaks.
type Config struct {
	Cluster     string
	Incarnation uint64         // greater than all before it
	Process     string         // the node as people know it, like its machine and PID: the others are told
	Store       string         // the name of the node's storage; "": it has none, which not all algorithms let it
	Known       *durable.Known // the names of the others' storage; nil: as long as the network is open
	Algorithm   impl.Algorithm
	Group       *impl.Config
	Listener    net.Listener       // for the calls of the others; the network closes it
	Addresses   map[impl.ID]string // host:port of the others, as far as they are known: see Locate
	Identity    *certs.Identity
	Insecure    bool // without Identity, in plaintext, and then on loopback only
	Log         *slog.Logger
	Limits      Limits

	// Observing: it hears the heartbeats of the others, and says nothing. To them it is not there.
	Observing bool
}

// Limits bound what others may cost. What is zero has a default.
type Limits struct {
	Queue    int           // messages to one member that have not been taken: 1024
	Arrivals int           // what has come, and waits for the loop: 64
	Waiting  int           // connections at once that have not proved who they are: 64
	Patience time.Duration // how long Send waits for room in a queue: 1 s
	Greeting time.Duration // how long a connection may take to say who it is: 3 s; see mostPatient
	Farewell time.Duration // how long a goodbye may take: 1 s
}

// mostPatient is how many times the limit of a greeting a caller may come to wait. Each call that comes to
// nothing for want of time gives the next one twice as much: where many nodes begin at once on a machine that
// is too slow, all would otherwise give up and begin again, for ever. Who is called waits as long, for
// the door bounds how many it waits for.
const mostPatient = 8

func (l Limits) orDefault() Limits {
	return Limits{
		Queue:    cmp.Or(l.Queue, 1024),
		Arrivals: cmp.Or(l.Arrivals, 64),
		Waiting:  cmp.Or(l.Waiting, 64),
		Patience: cmp.Or(l.Patience, time.Second),
		Greeting: cmp.Or(l.Greeting, 3*time.Second),
		Farewell: cmp.Or(l.Farewell, time.Second),
	}
}

// Validate reports what is wrong with a Config, in one line.
func (c *Config) Validate() error {
	if err := certs.CheckCluster(c.Cluster); err != nil {
		return err
	}
	if c.Group == nil || c.Listener == nil {
		return errors.New("a network needs a group and a listener")
	}
	if err := c.Group.Validate(); err != nil {
		return err
	}
	if c.Incarnation == 0 {
		return errors.New("incarnation 0: they are counted from 1")
	}
	if !isName(c.Process) {
		return fmt.Errorf("process %.80q: no more than %d printable characters are expected", c.Process, longestName)
	}
	if c.Incarnation > durable.MostIncarnations {
		return fmt.Errorf("incarnation %d: %d is the last that there is", c.Incarnation, uint64(durable.MostIncarnations))
	}
	if c.Store == "" && c.Algorithm.Keeps {
		return fmt.Errorf("no name of a store: %s keeps what must not be lost, and a store that has forgotten is known by its name", c.Algorithm.Name)
	}
	if c.Store != "" && !durable.IsName(c.Store) {
		return fmt.Errorf("store %.40q: 32 hexadecimal digits are expected", c.Store)
	}
	for id := range c.Addresses {
		if c.Group.Place(id) < 0 {
			return fmt.Errorf("an address of node %v: it is not among the members %v", id, c.Group.Members)
		}
	}
	return c.validateSecurity()
}

// longestName is the greatest length in bytes of what a process is called.
const longestName = 120

func isName(text string) bool {
	return len(text) <= longestName && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

func (c *Config) validateSecurity() error {
	own := certs.Name{Cluster: c.Cluster, Node: c.Group.Self}
	switch {
	case c.Identity == nil && !c.Insecure:
		return errors.New("no certificate: without one a network must be asked to be insecure, and stays on loopback")
	case c.Identity != nil && c.Insecure:
		return errors.New("insecure, and yet with a certificate: it is one or the other")
	case c.Insecure:
		if err := onLoopback(c.Listener.Addr().String()); err != nil {
			return fmt.Errorf("insecure: %w", err)
		}
	case c.Identity.Name != own:
		return fmt.Errorf("the certificate names %v, and this is %v", c.Identity.Name, own)
	}
	return nil
}

// onLoopback reports an address, host:port with a numeric host, that is not on loopback.
func onLoopback(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fmt.Errorf("%s is not on loopback", address)
	}
	return nil
}

// election spells out what all members must agree upon.
func (c *Config) election() string {
	return fmt.Sprintf("%s members=%d loads=%d pre-vote=%t check-quorum=%t",
		c.Algorithm, c.Group.Members, c.Group.Loads, c.Group.PreVote, c.Group.CheckQuorum)
}
