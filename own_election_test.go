package interrex_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"interrex"
	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// named is an election in which each process reads its own id from its local state.
type named struct{}

type badge struct{ me, leader interrex.ID }

func (named) Initial(interrex.ID) badge                                    { return badge{} }
func (named) Begin(id interrex.ID, _ *interrex.Group, _ interrex.ID) badge { return badge{me: id} }

func (named) Status(l badge) interrex.Status {
	return interrex.Status{Elected: l.leader, Idle: true, MayStart: l.leader == interrex.Nobody}
}

func (named) Start(p *interrex.Process[badge]) {
	p.Local.leader = p.Local.me
	p.Broadcast(p.Others(), lead{p.Local.me})
}

func (r named) Detect(p *interrex.Process[badge]) { r.Start(p) }

func (named) Receive(p *interrex.Process[badge], _ interrex.ID, m interrex.Message) {
	if p.Local.me != p.ID {
		panic("a process lost its own id")
	}
	p.Local.leader = m.(lead).ID
}

// TestRestartBegins: a process that comes back begins by Begin. With Initial it would elect ⊥ and forget its id.
func TestRestartBegins(t *testing.T) {
	for _, ids := range [][]interrex.ID{{1, 2}, {7, 3, 5}} {
		report, err := interrex.Check(t.Context(), interrex.Election("named", named{}),
			interrex.IDs(ids...), interrex.Crashes(1), interrex.Restarts(1), interrex.Properties("validity"))
		if err != nil {
			t.Fatal(err)
		}
		if p := report.Properties[0]; p.Verdict != checker.Holds {
			t.Errorf("ids %v: validity %v", ids, p.Verdict)
		}
	}
}

// plebiscite is a small Raft: votes by majority, in terms. Forgets: a process that comes back may vote again in its term.
type plebiscite struct{ forgets bool }

type voter struct {
	me    interrex.ID
	term  int
	voted interrex.ID
	votes int
	boss  interrex.ID
}

type (
	poll   struct{ Term int }
	assent struct{ Term int }
	lord   struct{ Term int }
)

func (plebiscite) Terms()                    {}
func (plebiscite) Initial(interrex.ID) voter { return voter{} }

func (plebiscite) Begin(id interrex.ID, _ *interrex.Group, _ interrex.ID) voter { return voter{me: id} }

func (b plebiscite) Kept(l voter) voter {
	if b.forgets && l.voted == l.me {
		l.voted = interrex.Nobody
	}
	return voter{me: l.me, term: l.term, voted: l.voted}
}

func (plebiscite) Status(l voter) interrex.Status {
	return interrex.Status{Elected: l.boss, TakesPart: l.votes > 0, MayStart: l.term == 0, Term: l.term}
}

func (plebiscite) Start(p *interrex.Process[voter]) {
	p.Local = voter{me: p.ID, term: p.Local.term + 1, voted: p.ID, votes: 1}
	p.Broadcast(p.Others(), poll{p.Local.term})
}

func (plebiscite) Detect(*interrex.Process[voter]) {}

func (plebiscite) Receive(p *interrex.Process[voter], from interrex.ID, m interrex.Message) {
	l := &p.Local
	switch m := m.(type) {
	case poll:
		if m.Term > l.term {
			*l = voter{me: l.me, term: m.Term}
		}
		if m.Term == l.term && (l.voted == interrex.Nobody || l.voted == from) {
			l.voted = from
			p.Send(from, assent{m.Term})
		}
	case assent:
		if l.votes > 0 && m.Term == l.term {
			if l.votes++; 2*l.votes > len(p.Group.Ring) {
				l.votes, l.boss = 0, p.ID
				p.Broadcast(p.Others(), lord{m.Term})
			}
		}
	case lord:
		if m.Term >= l.term {
			*l = voter{me: l.me, term: m.Term, voted: l.voted, boss: from}
		}
	}
}

// TestTermsArePromised: an election with terms is asked leader-per-term and validity, in every world, and restarts are
// part of its default world if it keeps state.
func TestTermsArePromised(t *testing.T) {
	worlds := map[string][]interrex.Option{
		"default":      {interrex.Starts(2)},
		"lossy":        {interrex.Starts(2), interrex.Crashes(0), interrex.Lossy(1)},
		"asynchronous": {interrex.Starts(2), interrex.Crashes(0), interrex.Asynchronous()},
	}
	for name, options := range worlds {
		f := &failing{TB: t}
		if interrex.Require(f, interrex.Election("keeps", plebiscite{}), options...); f.said != "" {
			t.Errorf("%s: a right election fails: %s", name, f.said)
		}
	}
	f := &failing{TB: t}
	interrex.Require(f, interrex.Election("forgets", plebiscite{forgets: true}), interrex.Starts(2), interrex.Crashes(1))
	if want := "verdict: breaks its author's promise: leader-per-term (exit 12)"; !strings.HasSuffix(f.said, want) {
		t.Errorf("the last line is to be %q:\n%s", want, f.said)
	}
}

// TestPromises: the author's promises replace the default ones, are asked, and count; what is only asked counts for the exit code.
func TestPromises(t *testing.T) {
	for _, c := range []struct {
		election interrex.Algorithm
		options  []interrex.Option
		want     string
	}{
		{interrex.Election("few", proclaim{start: tell}, interrex.Promises("validity")), nil, "verdict: holds: everything asked for, in all 60 states (exit 0)"},
		{interrex.Election("few", proclaim{start: tell}, interrex.Promises("validity"), interrex.Asks("one-leader")), nil,
			"verdict: violated, not promised here: one-leader; what is promised holds (exit 12)"},
		{interrex.Election("few", proclaim{start: tell}, interrex.Promises("validity")), []interrex.Option{interrex.Properties("one-leader")},
			"verdict: violated, not promised here: one-leader (exit 12)"},
		{interrex.Election("keeps", plebiscite{}, interrex.Promises("decides")), []interrex.Option{interrex.Crashes(0), interrex.Lossy(1)},
			"verdict: breaks its author's promise: decides (exit 13)"},
	} {
		report, err := interrex.Check(t.Context(), c.election, append(c.options, interrex.Starts(2))...)
		if err != nil {
			t.Fatal(err)
		}
		if report.Verdict != c.want {
			t.Errorf("%s: got %q, want %q", c.election.Name, report.Verdict, c.want)
		}
	}
	for _, c := range []struct {
		promise interrex.Promise
		want    string
	}{
		{interrex.Promises("one_leader"), `few: Promises("one_leader"): no such property; the properties are one-leader, `},
		{interrex.Asks("leader-per-term"), `Asks("leader-per-term"): leader-per-term has no meaning for few: its leaders have no terms`},
	} {
		_, err := interrex.Check(t.Context(), interrex.Election("few", proclaim{start: tell}, c.promise))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s…", err, c.want)
		}
	}
}

// timed is proclaim with a timer that does nothing. It has no CanCome, so that sync is not its world.
type timed struct{ proclaim }

func (timed) Timers(interrex.ID, *interrex.Group, lead) []interrex.Timer { return nil }
func (timed) Timeout(*interrex.Process[lead], interrex.Timer)            {}

// ticking is timed with durations.
type ticking struct{ timed }

func (ticking) Ticks(lead, interrex.Timer, model.Clock) int { return 1 }

// TestOwnWorldOfTimers: an election without CanCome has a default world in which its promises count, and there is a way
// back to it from every other world that it can have.
func TestOwnWorldOfTimers(t *testing.T) {
	for want, election := range map[world.Timeouts]interrex.Algorithm{
		world.Any:     interrex.Election("timed", timed{proclaim{start: tell}}),
		world.ByClock: interrex.Election("ticking", ticking{timed{proclaim{start: tell}}}),
		world.Sync:    interrex.Election("proclaim", proclaim{start: tell}),
	} {
		usual := world.Default(election, []interrex.ID{1, 2, 3})
		if usual.Timeouts != want {
			t.Errorf("%s: timeouts %s by default, want %s", election.Name, usual.Timeouts, want)
		}
		if _, err := usual.Promised(); err != nil {
			t.Errorf("%s: %v", election.Name, err)
		}
		if _, err := interrex.Check(t.Context(), election); err != nil {
			t.Errorf("%s: %v", election.Name, err)
		}
	}
}

// TestWayBack: every hint names flags that lead to a world in which promises count.
func TestWayBack(t *testing.T) {
	elections := append(model.Catalogue(), interrex.Election("timed", timed{proclaim{start: tell}}),
		interrex.Election("ticking", ticking{timed{proclaim{start: tell}}}), interrex.Election("keeps", plebiscite{}))
	for _, a := range elections {
		for _, timeouts := range world.Sync.Values() {
			for _, channels := range world.FIFO.Values() {
				for _, budget := range []int{0, 1, 2} {
					c := world.Default(a, []interrex.ID{1, 2, 3})
					c.Timeouts, c.Channels, c.Crashes, c.Restarts = timeouts, channels, budget, budget
					if c.Bounded().Validate() == nil {
						followWayBack(t, c)
					}
				}
			}
		}
	}
}

// followWayBack gives the flags that the hint names.
func followWayBack(t *testing.T, c world.Config) {
	t.Helper()
	_, err := c.Promised()
	if err == nil || c.Algorithm.Clockwork() { // which names -timely and -tm
		return
	}
	hint := c.WayBack()
	if len(hint) == 0 {
		t.Fatalf("%s: no way back: %v", c.Algorithm.Name, err)
	}
	for _, flag := range hint {
		name, value, _ := strings.Cut(flag, "=")
		switch name {
		case "-crashes":
			c.Crashes, _ = strconv.Atoi(value)
		case "-restarts":
			c.Restarts, _ = strconv.Atoi(value)
		case "-channels":
			c.Channels = world.Channels(value)
		case "-timeouts":
			c.Timeouts = world.Timeouts(value)
		default:
			t.Fatalf("%s: %s", c.Algorithm.Name, hint)
		}
	}
	if _, err := c.Promised(); err != nil || c.Bounded().Validate() != nil {
		t.Errorf("%s: after %q: %v, %v", c.Algorithm.Name, hint, err, c.Bounded().Validate())
	}
}

// tireless is timed whose processes are never idle: none can find out that its leader has died.
type tireless struct{ timed }

func (r tireless) Status(l lead) interrex.Status {
	s := r.timed.Status(l)
	s.Idle = false
	return s
}

// TestNeverIdle: what an election cannot do in any local state is no action that it fails to take; what it can do and does not is one.
func TestNeverIdle(t *testing.T) {
	for _, c := range []struct {
		election interrex.Algorithm
		world    []interrex.Option
		want     string
	}{
		{interrex.Election("tireless", tireless{timed{proclaim{start: tell}}}), nil, ""},
		{interrex.Election("tireless", tireless{timed{proclaim{start: tell}}}), []interrex.Option{interrex.Crashes(1)}, ""},
		{interrex.Election("timed", timed{proclaim{start: tell}}), []interrex.Option{interrex.Starts(0)}, "suspect"},
	} {
		report, err := interrex.Check(t.Context(), c.election, append(c.world, interrex.N(3), interrex.Properties("one-leader"))...)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		var document struct {
			Actions []struct {
				Action string
				Taken  int
			}
		}
		if err := report.JSON(&text); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text.Bytes(), &document); err != nil {
			t.Fatal(err)
		}
		var never []string
		for _, a := range document.Actions {
			if a.Taken == 0 {
				never = append(never, a.Action)
			}
		}
		if got := strings.Join(never, ", "); got != c.want {
			t.Errorf("%s: never taken are %q, want %q", c.election.Name, got, c.want)
		}
	}
}

// fragile is an election whose methods panic: the one named.
type fragile struct {
	proclaim
	in string
}

func (r fragile) Receive(p *interrex.Process[lead], from interrex.ID, m interrex.Message) {
	if r.in == "Receive" && p.ID == 2 && p.Local.ID == 3 {
		list := []int{1, 2, 3}
		list[p.Local.ID]++
	}
	r.proclaim.Receive(p, from, m)
}

func (r fragile) Status(l lead) interrex.Status {
	if r.in == "Status" && l.ID == 3 {
		panic("no status")
	}
	return r.proclaim.Status(l)
}

func (r fragile) Begin(id interrex.ID, _ *interrex.Group, _ interrex.ID) lead {
	if r.in == "Begin" && id == 2 {
		panic("no beginning")
	}
	return lead{}
}

// TestPanics: a panic of the election is told in one line, after a shortest run to it.
func TestPanics(t *testing.T) {
	for _, c := range []struct{ in, drawn, line string }{
		{"Receive", "A shortest run to that step has 3 steps:", "panic in Receive of P2: index out of range [3] with length 3 (own_election_test.go:"},
		{"Status", "A rule panics in the first step of a run.", "panic in Status: no status (own_election_test.go:"},
		{"Begin", "The election panics before the first step.", "panic in Begin of P2: no beginning (own_election_test.go:"},
	} {
		f := &failing{TB: t}
		interrex.Require(f, interrex.Election("fragile", fragile{proclaim{start: tell}, c.in}), interrex.N(3), interrex.Starts(2))
		if !strings.Contains(f.said, c.drawn) || !strings.Contains(f.said, "\n"+c.line) || !strings.HasPrefix(f.said, "fragile: "+c.line) {
			t.Errorf("%s: it is said:\n%s", c.in, f.said)
		}
	}
}

// expectant is proclaim with a timer that waits for a kind of message.
type expectant struct {
	timed
	kind model.Kind
}

func (expectant) Timers(_ interrex.ID, _ *interrex.Group, l lead) []interrex.Timer {
	if l.ID != interrex.Nobody {
		return nil
	}
	return []interrex.Timer{{Name: "news"}}
}

func (r expectant) CanCome(s interrex.Situation, _ *interrex.Group, id interrex.ID, _ interrex.Timer) bool {
	return s.OnItsWay(r.kind, interrex.Nobody, id)
}

func (expectant) Concerns(*interrex.Group, interrex.ID, interrex.Timer, interrex.ID) bool {
	return false
}

// TestMisspeltKinds: a report warns of a kind that no step sends, and names those that are sent.
func TestMisspeltKinds(t *testing.T) {
	for _, c := range []struct {
		kind model.Kind
		want string
	}{
		{interrex.KindOf(lead{}), ""},
		{"LEAD", "warning: OnItsWay asks for LEAD, which no step of this world sends; sent are lead\n"},
	} {
		report, err := interrex.Check(t.Context(), interrex.Election("expectant", expectant{timed{proclaim{start: tell}}, c.kind}))
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := report.Print(&text); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(text.String(), "OnItsWay"); got != (c.want != "") || !strings.Contains(text.String(), c.want) {
			t.Errorf("%s: it is said:\n%s", c.kind, text.String())
		}
	}
}
