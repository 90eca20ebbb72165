package cluster

import (
	"os"
	"path/filepath"
	"testing"

	"interrex"
	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// A lottery is no election: who starts draws some lots and sends each on its way. So few processes soon have more contents of a channel than
// a narrow cell can tell apart: lots^draws is 68,921.
type lottery struct{}

const draws, lots = 3, 41

// A hat is what a process remembers: how many lots it has still to draw.
type hat struct {
	leader interrex.ID
	left   int
}

// A lot is a message.
type lot struct{ Value int }

func (lottery) Initial(leader interrex.ID) hat { return hat{leader: leader} }

func (lottery) Status(l hat) interrex.Status {
	return interrex.Status{Elected: l.leader, Idle: l.left == 0, MayStart: l.leader == interrex.Nobody}
}

func (lottery) Start(p *interrex.Process[hat]) { p.Local.left = draws }

func (r lottery) Detect(p *interrex.Process[hat]) { r.Start(p) }

func (lottery) Choices(l hat) (values []int) {
	for v := 1; v <= lots && l.left > 0; v++ {
		values = append(values, v)
	}
	return values
}

func (lottery) Choose(p *interrex.Process[hat], value int) {
	p.Local.left--
	p.Broadcast(p.Others(), lot{value})
}

func (lottery) Receive(*interrex.Process[hat], interrex.ID, interrex.Message) {}

// TestWide: a world that turns out to need wide cells while workers explore it begins again, and workers are killed on either side of that. Its
// report is that of the check in memory.
func TestWide(t *testing.T) {
	testlevel.Slow(t, "it has 70,000 states; TestWideHands of package check has hands do tasks of a wide world")
	t.Parallel()
	with := begin(t)
	with.world = []string{"-algo=lottery", "-n=2", "-crashes=0", "-initiators=1",
		"-property=validity,decides"} // with ends, too, a check in memory would look for a run that ends without a leader
	memory := program(append(with.world, "-quiet", "-format=json")...)
	want, _ := memory.Output()
	driver, one, other := with.driver(), with.worker(), with.worker()
	if code := driver.end(); code != memory.ProcessState.ExitCode() || golden.Timeless(t, driver.out.String()) != golden.Timeless(t, string(want)) {
		t.Errorf("the report is (exit %d)\n%s%sand in memory (exit %d)\n%s", code, driver.errors.String(), driver.out.String(), memory.ProcessState.ExitCode(), want)
	}
	if one.end() != 0 || other.end() != 0 {
		t.Errorf("the workers end with %s%s", one.errors.String(), other.errors.String())
	}
	if _, err := os.Stat(filepath.Join(with.dir, "wide", "subject")); err != nil {
		t.Errorf("no wide world was begun: %v", err)
	}
}
