package node

import (
	"slices"
	"strings"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// An alarm is what a node waits for on its clock.
type alarm struct {
	kind  kind
	timer impl.Timer // of the algorithm; or, of silence, whose
}

type kind int

const (
	ofAlgorithm kind = iota // a timer of the algorithm
	ofBeat                  // it is time to say that one lives
	ofSilence               // a member has not been heard for too long
	ofOwn                   // a message to oneself arrives
	ofStart                 // it is time to call an election
	ofProbe                 // it is time to ask for one's health
	ofDoubt                 // two have said for long enough that they lead
	ofLull                  // a storm is over
)

// alarms is a node's clock: when each alarm is due. There are few, so a list will do.
type alarms struct {
	lane  int
	list  []dueAlarm
	timer *time.Timer
}

type dueAlarm struct {
	alarm
	at time.Time
}

func newAlarms(lane int) *alarms {
	c := &alarms{lane: lane, timer: time.NewTimer(time.Hour)}
	c.timer.Stop()
	return c
}

// set makes an alarm due at a moment, and at no other.
func (c *alarms) set(a alarm, at time.Time) {
	at = network.Instant(at, c.lane)
	for i := range c.list {
		if c.list[i].alarm == a {
			c.list[i].at = at
			return
		}
	}
	c.list = append(c.list, dueAlarm{a, at})
}

func (c *alarms) has(a alarm) bool {
	return slices.ContainsFunc(c.list, func(d dueAlarm) bool { return d.alarm == a })
}

func (c *alarms) stop(a alarm) {
	c.list = slices.DeleteFunc(c.list, func(d dueAlarm) bool { return d.alarm == a })
}

// missed reports whether an alarm was due before now: the node has not been there to hear it.
func (c *alarms) missed(now time.Time) bool {
	return slices.ContainsFunc(c.list, func(d dueAlarm) bool { return d.at.Before(now) })
}

// take gives an alarm that is due, and stops it: the earliest, and of several the first in order.
func (c *alarms) take(now time.Time) (alarm, bool) {
	if len(c.list) == 0 {
		return alarm{}, false
	}
	first := slices.MinFunc(c.list, dueAlarm.compare)
	if first.at.After(now) {
		return alarm{}, false
	}
	c.stop(first.alarm)
	return first.alarm, true
}

func (d dueAlarm) compare(e dueAlarm) int {
	if c := d.at.Compare(e.at); c != 0 {
		return c
	}
	if d.kind != e.kind {
		return int(d.kind - e.kind)
	}
	if c := strings.Compare(d.timer.Name, e.timer.Name); c != 0 {
		return c
	}
	return int(d.timer.Of - e.timer.Of)
}

// next is a channel on which something comes when the next alarm is due.
func (c *alarms) next(now time.Time) <-chan time.Time {
	if len(c.list) == 0 {
		c.timer.Stop()
		return nil
	}
	first := c.list[0].at
	for _, d := range c.list[1:] {
		if d.at.Before(first) {
			first = d.at
		}
	}
	c.timer.Reset(first.Sub(now))
	return c.timer.C
}
