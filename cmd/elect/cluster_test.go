package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"interrex/cmd/elect/internal/cluster"
	"interrex/impl"
	"interrex/impl/node/status"
	"interrex/internal/browser"
	"interrex/traces/replay"
	"interrex/traces/stage"
)

// A shown is a cluster that runs as a process, and what it has shown so far.
type shown struct {
	t     *testing.T
	ended chan struct{}
	pid   int
	exit  func() int

	mu   sync.Mutex
	text strings.Builder
	more chan struct{} // of one place: text has grown
}

func showCluster(t *testing.T, flags string) *shown {
	t.Helper()
	c := elect(t, append([]string{"cluster"}, strings.Fields(flags)...)...)
	s := &shown{t: t, ended: make(chan struct{}), more: make(chan struct{}, 1)}
	said, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	s.pid, s.exit = c.Process.Pid, func() int { return c.ProcessState.ExitCode() }
	go func() {
		defer close(s.ended)
		for lines := bufio.NewScanner(said); lines.Scan(); {
			s.mu.Lock()
			fmt.Fprintln(&s.text, lines.Text())
			s.mu.Unlock()
			select {
			case s.more <- struct{}{}:
			default:
			}
		}
		_ = c.Wait()
	}()
	t.Cleanup(func() {
		_ = c.Process.Kill()
		<-s.ended
	})
	return s
}

func (s *shown) so() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// find waits until something is shown, and gives the parts that are in parentheses.
func (s *shown) find(pattern string) []string {
	s.t.Helper()
	limit := time.NewTimer(time.Minute)
	defer limit.Stop()
	for {
		if found := regexp.MustCompile(pattern).FindStringSubmatch(s.so()); found != nil {
			return found
		}
		select {
		case <-s.more:
		case <-s.ended:
			s.t.Fatalf("it has ended, and not shown %q:\n%s", pattern, s.so())
		case <-limit.C:
			s.t.Fatalf("it does not show %q:\n%s", pattern, s.so())
		}
	}
}

func kill(t *testing.T, pid int, how syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, how); err != nil {
		t.Fatal(err)
	}
}

// TestCluster is what docs/running.md has a newcomer do: five nodes, of which the leader is killed.
func TestCluster(t *testing.T) {
	t.Parallel()
	s := showCluster(t, "-n=5 -algo=bully -restart=1s")
	folder := s.find(`logs in (\S+)`)[1]
	s.find(`node 5 leads \(term \d+\), all live nodes agree`)
	certs := filepath.Join(folder, "certs") // which stay behind should the command be killed, now or before
	if left, err := filepath.Glob(filepath.Join(certs, "ca*")); err != nil || len(left) != 1 || left[0] != filepath.Join(certs, "ca.pem") {
		t.Errorf("of its authority there are %q, %v", left, err)
	}
	pid, err := strconv.Atoi(s.find(`node 5 runs, pid (\d+)`)[1])
	if err != nil {
		t.Fatal(err)
	}
	kill(t, pid, syscall.SIGKILL)
	s.find(`node 5 ended, pid \d+: signal: killed(?s:.*)node 4 leads`)
	s.find(`node 5 runs(?s:.*)node 5 runs(?s:.*)node 5 leads`)
	kill(t, s.pid, syscall.SIGTERM)
	<-s.ended
	if s.exit() != exitWell {
		t.Errorf("exit code %d", s.exit())
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is left behind: %v", folder, err)
	}
}

// A livePage is a visitor of the page of a cluster.
type livePage struct {
	t       *testing.T
	link    string
	version int
}

// until waits until the run has come to a state.
func (p *livePage) until(what string, is func(role func(id int) string) bool) {
	p.t.Helper()
	for {
		answer, err := http.Get(fmt.Sprintf("%srun?version=%d", p.link, p.version))
		if err != nil {
			p.t.Fatalf("until %s: %v", what, err)
		}
		var now struct {
			Version int
			Fault   string
			Run     stage.Run
		}
		if err := errors.Join(json.NewDecoder(answer.Body).Decode(&now), answer.Body.Close()); err != nil || now.Fault != "" {
			p.t.Fatalf("until %s: %v %s", what, err, now.Fault)
		}
		p.version = now.Version
		last := now.Run.States[len(now.Run.States)-1]
		if is(func(id int) string { return now.Run.Locals[last.Locals[id-1]].Role }) {
			return
		}
	}
}

func (p *livePage) act(action string, node int) int {
	p.t.Helper()
	answer, err := http.PostForm(p.link+"act", url.Values{"action": {action}, "node": {strconv.Itoa(node)}})
	if err != nil {
		p.t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// look looks at the page with the dead node 3 at three sizes, and starts it there.
func (p *livePage) look() {
	p.t.Helper()
	tab := browser.Open(p.t)
	tab.Do(chromedp.Navigate(p.link))
	tab.Until(`document.getElementById("stage").stage?.run.last > 0`)
	for i, size := range [][2]int64{{1400, 900}, {1024, 768}, {400, 800}} {
		tab.Prefer([]string{"light", "dark"}[i%2], "reduce")
		tab.Do(chromedp.EmulateViewport(size[0], size[1]))
		tab.Text(`(window.frame = 0)`)
		tab.Until(fmt.Sprintf(`innerWidth === %d && ++window.frame > 2`, size[0]))
		for _, found := range append(tab.Overflow(14), tab.Barriers()...) {
			p.t.Errorf("at %d: %s", size[0], found)
		}
		if low := tab.Text(`document.documentElement.scrollHeight - innerHeight`); size[0] > 700 && low != "0" {
			p.t.Errorf("at %d the page is %s px too high", size[0], low)
		}
	}
	tab.Until(`(b => b && (b.click(), true))([...document.querySelectorAll(".choices button")].find(b => b.textContent.includes("P3 is started")))`)
	tab.Until(`(({ run }) => run.doc.locals[run.doc.states.at(-1).locals[2]].live)(document.getElementById("stage").stage)`)
	tab.Do(chromedp.Navigate("about:blank")) // before the cluster ends
}

// TestPage: the page shows the leader, kills it, and shows the next one; then it starts the old one again.
func TestPage(t *testing.T) {
	t.Parallel()
	s := showCluster(t, "-n=3 -algo=bully -page")
	p := &livePage{t: t, link: s.find(`watch the cluster at (\S+)`)[1]}
	p.until("3 leads", func(role func(int) string) bool { return role(3) == "leader" })
	if code := p.act("start", 3); code != http.StatusConflict {
		t.Errorf("start of a live node: %d", code)
	}
	if code := p.act("kill", 3); code != http.StatusNoContent {
		t.Fatalf("kill: %d", code)
	}
	p.until("2 leads", func(role func(int) string) bool { return role(3) == "dead" && role(2) == "leader" })
	if testing.Short() {
		p.act("start", 3)
	} else {
		p.look()
	}
	p.until("3 leads again", func(role func(int) string) bool { return role(3) == "leader" })
	root, _, _ := strings.Cut(strings.TrimPrefix(p.link, "http://"), "/")
	answer, err := http.Get("http://" + root + "/run")
	if err != nil || answer.StatusCode != http.StatusNotFound {
		t.Errorf("without the random part of the address: %v, %v", answer, err)
	}
	answer.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	kill(t, s.pid, syscall.SIGTERM)
	<-s.ended
	if s.exit() != exitWell {
		t.Errorf("exit code %d", s.exit())
	}
}

// TestKilledNodeIsAccepted: a killed node leaves a trace without an end.
func TestKilledNodeIsAccepted(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "trace")
	s := showCluster(t, "-n=3 -algo=bully -trace="+folder)
	s.find(`node 3 leads \(term \d+\), all live nodes agree`)
	pid, err := strconv.Atoi(s.find(`node 3 runs, pid (\d+)`)[1])
	if err != nil {
		t.Fatal(err)
	}
	kill(t, pid, syscall.SIGKILL)
	s.find(`node 3 ended, pid \d+: signal: killed(?s:.*)node 2 leads`)
	kill(t, s.pid, syscall.SIGTERM)
	<-s.ended
	for _, command := range []string{"replay", "show"} {
		if want := "\n  go run ./cmd/explore " + command + " " + folder + "\n"; !strings.Contains(s.so(), want) {
			t.Errorf("%q is not in\n%s", want, s.so())
		}
	}
	found, err := replay.Find([]string{folder})
	if err != nil || len(found) != 1 {
		t.Fatalf("%d traces; %v", len(found), err)
	}
	r, err := found[0].Replay(replay.Options{Crashed: func(node int) bool { return node == 3 }})
	if err != nil || r.Verdict != replay.Accepted || len(r.Killed) != 1 || r.Killed[0].Node != 3 {
		t.Errorf("%+v; %v", r, err)
	}
}

// TestChildrenOfAKilledParent: whatever ends the cluster, its nodes end too.
func TestChildrenOfAKilledParent(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	s := showCluster(t, "-n=3 -algo=raft -dir="+folder)
	s.find(`node \d leads`)
	var places []string
	for id := 1; id <= 3; id++ {
		places = append(places, s.find(fmt.Sprintf(`node %d answers at http://(\S+)/leader`, id))[1])
	}
	kill(t, s.pid, syscall.SIGKILL)
	<-s.ended
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for _, place := range places {
		for {
			c, err := net.Dial("tcp", place)
			if err != nil {
				break
			}
			c.Close()
			select {
			case <-tick.C:
			case <-t.Context().Done():
				t.Fatalf("%s still answers", place)
			}
		}
	}
	if logs, err := filepath.Glob(filepath.Join(folder, "*.log")); err != nil || len(logs) != 3 {
		t.Errorf("%v, %v", logs, err)
	}
}

// TestClusterThatCannotBegin: a node that finds something wrong ends the cluster, which says why.
func TestClusterThatCannotBegin(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "data"), nil, 0o600); err != nil { // where there should be a folder
		t.Fatal(err)
	}
	c := elect(t, "cluster", "-n=1", "-dir="+folder)
	text, _ := c.CombinedOutput()
	if code := c.ProcessState.ExitCode(); code != exitError || !strings.Contains(string(text), "node 1 ended, exit status 150: elect: ") {
		t.Errorf("exit code %d\n%s", code, text)
	}
}

// TestLecture004 is the scenario of lecture 004's task: three instances, which know one another by names,
// start one after the other; in the end each has the list of all, with their PIDs. Each calls an
// election at a random time, and all elections end in one result; the leader is killed, and the next one
// takes over.
func TestLecture004(t *testing.T) {
	t.Parallel()
	g := newGroup(t, 3, "")
	for _, id := range g.members {
		g.places[id] = strings.Replace(ownPlace(t), "127.0.0.1", "localhost", 1)
	}
	g.flags = func(id impl.ID) []string {
		return []string{"-algo=bully", "-data=" + g.data(id)}
	}
	g.start(2, g.socket(2))
	g.until("it is alone, and leads", func() bool { return g.agreed(2) == 2 })
	g.start(3, g.socket(3))
	g.start(1, g.socket(1))
	g.until("3 leads", func() bool { return g.agreed(1, 2, 3) == 3 })
	g.until("each has the list of all", func() bool {
		for _, id := range g.members {
			for i, m := range g.told(id).Members {
				if want := fmt.Sprintf("localhost pid %d", g.nodes[impl.ID(i+1)].cmd.Process.Pid); m.Process != want {
					return false
				}
			}
		}
		return true
	})
	g.kill(3)
	g.until("2 leads", func() bool { return g.agreed(1, 2) == 2 })
	g.kill(2)
	g.until("1 leads", func() bool { return g.agreed(1) == 1 })
}

// told is what a node answers to /leader.
func (g *group) told(id impl.ID) (s status.Status) {
	g.t.Helper()
	if err := json.Unmarshal([]byte(g.get(id, "/leader")), &s); err != nil {
		g.t.Fatal(err)
	}
	return s
}

// ownPlace is an address on loopback, reserved until the test ends.
func ownPlace(t *testing.T) string {
	t.Helper()
	p, err := cluster.Reserve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Release() })
	return p.Address.String()
}
