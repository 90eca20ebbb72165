package drive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/traces"
)

// A View is all that the page of an algorithm speaks of: two runs that are alike there agree.
type View struct {
	Members  []Member // in ring order
	InFlight []Flight // channel by channel, each in its order
}

// A Member is a process in a View. Of a dead one only what it has kept counts.
type Member struct {
	ID        model.ID
	Live      bool
	Variables []traces.Variable
	Timers    []string          // that run, and by the clock what is left of them
	Kept      []traces.Variable // with what it would come back, where anything is kept
}

// A Flight is a message on its way.
type Flight struct {
	From, To model.ID
	Message  string
}

// Difference shows where a view is not what it should be: - what is wanted, + what there is. It is
// empty where they are alike.
func Difference(want, got View) string { return cmp.Diff(want, got) }

// A twin is a world, looked at as a View.
type twin struct {
	*world.World
	config world.Config
	group  *model.Group
}

func newTwin(w *world.World) twin { return twin{w, w.Config(), w.Config().Group()} }

// view shows a state of the model.
func (w twin) view(s checker.State) View {
	var v View
	snapshot := w.Snapshot(s)
	for _, m := range snapshot.Members {
		member := Member{ID: m.ID, Live: m.Live}
		if m.Live {
			member.Variables, member.Timers = variables(m.Variables), w.timers(s, m)
		} else if m.Kept != nil {
			member.Kept = variables(m.Kept)
		}
		v.Members = append(v.Members, member)
	}
	for _, f := range snapshot.InFlight {
		v.InFlight = append(v.InFlight, Flight{f.From, f.To, f.Message})
	}
	v.sort(w.config.Channels)
	return v
}

// timers lists those that run, but for Raft's Q.
func (w twin) timers(s checker.State, m world.Member) []string {
	var list []string
	for _, t := range m.Timers {
		list = append(list, left(t.Timer, t.Left))
	}
	if !w.config.IsClocked() {
		for _, t := range w.Handler().Timers(m.ID, w.group, w.Local(s, m.ID)) {
			if t.Name != quorumCheck {
				list = append(list, t.String())
			}
		}
	}
	slices.Sort(list)
	return list
}

func left(timer string, ticks int) string { return fmt.Sprintf("%s in %d", timer, ticks) }

func variables(list []model.Variable) []traces.Variable {
	var same []traces.Variable
	for _, v := range list {
		same = append(same, traces.Variable(v))
	}
	return same
}

// sort brings what is on its way into one order: by channel, and in a bag by spelling.
func (v *View) sort(kind world.Channels) {
	slices.SortStableFunc(v.InFlight, func(a, b Flight) int {
		if a.From != b.From {
			return int(a.From - b.From)
		}
		if a.To != b.To {
			return int(a.To - b.To)
		}
		if kind == world.Bag {
			return strings.Compare(a.Message, b.Message)
		}
		return 0
	})
}

// text is the same for two views exactly if they are alike.
func (v View) text() string {
	var b strings.Builder
	for _, m := range v.Members {
		b.WriteString(m.text())
	}
	for _, f := range v.InFlight {
		b.WriteString(channelName(f.From, f.To) + f.Message + "\n")
	}
	return b.String()
}

func channelName(from, to model.ID) string { return fmt.Sprintf("%d>%d ", from, to) }

func (m Member) text() string { return fmt.Sprintln(m.ID, m.Live, m.Variables, m.Timers, m.Kept) }
