package explore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// A reply is all that a call of the program leaves behind, files aside.
type reply struct {
	code           int
	stdout, stderr string
}

// whole is the program as it is.
var whole = Program{Elections: Catalogue()}.commands("explore")

// call runs the program with arguments separated by spaces.
func call(args string) reply { return callWith(strings.Fields(args)...) }

func callWith(args ...string) reply {
	var stdout, stderr strings.Builder
	code := run(context.Background(), whole, args, &stdout, &stderr)
	return reply{code, stdout.String(), stderr.String()}
}

// large are the worlds that take seconds under the race detector.
var large = regexp.MustCompile(`-algo=bully\S* -n=4|-ids=4,8,9,3|-algo=ring-detector -n=3|-algo=ring-maxid -n=4|-crashes=2|-n=6`)

// lastLine is the verdict of a text report.
func (r reply) lastLine() string {
	text := strings.TrimSuffix(r.stdout, "\n")
	return text[strings.LastIndexByte(text, '\n')+1:]
}

const (
	algorithms = "the algorithms are ring, ring-maxid, ring-watch, ring-detector, ring-accept, lelann, chang-roberts, " +
		"hirschberg-sinclair, anonymous, itai-rodeh, bully, bully-recovery, raft, omega-timely, omega-minimal, consensus"
	properties = "the properties are one-leader, elected-is-max, agreement, validity, not-stuck, decides, ends, " +
		"strict-pmax, strict-agreement, strict-decides, irrevocable, announced-last, eventual-leadership, eventually-elected-is-max, eventually-agreement, somebody-leads, stability, strict-stability, leader-per-term"
	withIDs = "it is an election of processes that have ids: ring, ring-maxid, ring-watch, ring-detector, ring-accept, lelann, chang-roberts, " +
		"hirschberg-sinclair, bully, bully-recovery, raft, omega-timely, omega-minimal"
	ofConsensus = ", same-decision, all-decide, never-0, never-1"
	ids         = "ids are whole numbers from 1 to 2147483647, separated by commas"
	tales       = "asks-round-the-ring, bearer-dies, bystander-dies-resent, bystander-dies, descending, eight-on-a-ring, eight-steps-printed, eight-steps, elected-of-the-dead, failure-during-election, figure-6.19, five-wins, higher-comes-back, highest-dies-resent, old-boss, remembered-id, ring-4-8-9-3, ring-figure"
	logForm     = "the last term and the length of a log, 0 to 1000 each, as in 2:5"
	cutForm     = "it is nothing, or links such as 1-2,2-1, each from one process to another"
	amounts     = "it is 0 to 65535, or unlimited"
	writable    = "name a file in a folder that can be written, or -"
	sweeps      = "it is a range such as 2..8, from 1 to 64; 2.. goes on to 64"
	allFlags    = "the flags are -addr -algo -at -capacity -channels -check-quorum  -counters -crash-points -crashed -crashes -criterion -cut -detector -duplicates -elections -eta -fail-on " +
		"-format -gst -id -ids -initial -initiators -jobs -late -loads -logs -losses -max-counterexamples -max-depth -max-memory -max-states -max-steps -max-time -messages -minimal -mistakes -mutant -n -no-delays -o -on " +
		"-orders -pre-vote -property -quiet -reading -repair -restarts -ring -runs -seed -starts -states -steps -stop -story -sweep -t -t2 -ties -timely -timeouts -tm -tp -watchers -workers"
)

// badInput lists command lines and what is said of them: what is wrong, and what is allowed.
// A line that names no algorithm or no processes, and needs one, is about what it shows first.
var badInput = []struct{ args, want string }{
	// what is measured
	{"measure -algo=ring -sweep=2-8", "-sweep=2-8: " + sweeps},
	{"measure -algo=ring -sweep=2..65", "-sweep=2..65: " + sweeps},
	{"measure -algo=ring -sweep=2..8 -n=3", "-sweep says for how many processes: leave -n and -ids out"},
	{"measure -algo=ring -n=3 -seed=-1", "-seed=-1: it is a whole number from 0 to 18446744073709551615"},
	{"measure -algo=chang-roberts -sweep=2..3 -criterion=load", "-criterion has no meaning with -sweep, whose processes differ only in their ids: give -n, or leave it out"},

	// which election
	{"-n=3", "-algo is missing: " + algorithms},
	{"-algo=bulli -n=3", "-algo=bulli: there is no such algorithm; did you mean bully?"},

	// how many processes, and which
	{"-algo=bully -n=2 -max-memory=8", "-max-memory=8: it is a size such as 8GiB or 512MiB; did you mean 8GiB? Bytes are written 8B"},
	{"-algo=raft -n=3 -channels=lossy,bag", "-channels=lossy,bag: give one of fifo, bag, lossy, duplicating"},
	{"-algo=bully -n=0", "-n=0: it is a whole number from 1 to 64"},
	{"-algo=bully -n=65", "-n=65: it is a whole number from 1 to 64"},
	{"-algo=bully -n=4294967299", "-n=4294967299: it is a whole number from 1 to 64"}, // 3 in 32 bits
	{"-algo=bully -n=three", "-n=three: it is a whole number from 1 to 64"},
	{"-algo=bully -n=", "-n=: it is a whole number from 1 to 64"},
	{"-algo=bully -n", "-n has no value: a flag is written -name=value"},
	{"-algo=bully -ids=2,5,2", "-ids=2,5,2: 2 is given twice; ids are distinct"},
	{"-algo=bully -ids=0,1", `-ids=0,1: "0" is no id; ` + ids},
	{"-algo=bully -ids=1,2147483648", `-ids=1,2147483648: "2147483648" is no id; ` + ids},
	{"-algo=bully -ids=a,b", `-ids=a,b: "a" is no id; ` + ids},
	{"-algo=bully -n=3 -ids=", `-ids=: "" is no id; ` + ids},
	{"-algo=bully -n=4 -ids=1,2,3", "-n=4 and -ids=1,2,3 do not agree: the list has 3 ids; leave -n out, or name as many"},
	{"-algo=bully -ids=" + upTo(65), "65 ids: there must be 1 to 64 processes"},
	{"-algo=bully -n=3 -initiators=4", "-initiators=4: there is no process 4; the ids are 1,2,3"},
	{"-algo=bully -n=3 -initiators=all,1", `-initiators=all,1: "all" is no id; ` + ids},

	// what may happen
	{"-algo=bully -n=3 -crashes=-1", "-crashes=-1: " + amounts},
	{"-algo=bully -n=3 -losses=2", "-losses has no meaning with -channels=fifo: give -channels=lossy too"},
	{"-algo=ring -n=3 -mistakes=2", "-mistakes has no meaning with -detector=perfect: give -detector=inaccurate or eventually-perfect too"},
	{"-algo=bully -n=3 -criterion=load -loads=1", "-loads=1: 1 value for 3 processes; it is a load from 1 to 65535 for each, in ring order"},
	{"-algo=bully -n=3 -crashes=65536", "-crashes=65536: " + amounts},
	{"-algo=bully -n=3 -crash-points=messages", "-crash-points=messages: allowed are sends, steps"},
	{"-algo=bully -n=3 -timeouts=sundial", "-timeouts=sundial: allowed are sync, perfect, any, clock"},
	{"-algo=bully -n=3 -on=ring", "-on has no meaning for bully: it is the election that -algo=consensus rests on"},
	{"-algo=consensus -n=3 -on=rings", "-on=rings; did you mean ring?"},
	{"-algo=consensus -n=3 -on=consensus", "-on=consensus: " + withIDs},
	{"-algo=bully -n=3 -property=all-decide", "-property=all-decide has no meaning for bully: it decides nothing beside the election, as -algo=consensus does"},
	{"-algo=bully -n=3 -criterion=load", "-criterion=load needs -loads, one for each process in ring order, as in -loads=2,1,1"},
	{"-algo=bully -n=3 -loads=1,2,3", "-loads has no meaning with -criterion=id: give -criterion=load too"},
	{"-algo=bully -n=3 -criterion=load -loads=1,0,2", "-loads=1,0,2: \"0\" is not a load from 1 to 65535"},
	{"-algo=bully -n=3 -criterion=log -logs=1:1,2,1:1", "-logs=1:1,2,1:1: \"2\" is not " + logForm},
	{"-algo=bully -n=3 -tm=2", "-tm has no meaning without a clock: give -timeouts=clock too"},
	{"-algo=bully -n=3 -timeouts=clock -t=0", "-t=0: it is a whole number of ticks, 1 to 100"},
	{"-algo=bully -n=3 -timeouts=clock -timely=1-4", "-timely=1-4: \"1-4\" joins no two of the ids 1,2,3; it is all, nothing, from:ID, or links such as 1-2,2-3"},
	{"-algo=bully -n=3 -timeouts=clock -channels=bag", "channels bag: a world with a clock has fifo channels"},

	// flags without a meaning for the algorithm
	{"-algo=chang-roberts -n=3 -timeouts=sync",
		"-timeouts has no meaning for chang-roberts, which has no timers"},
	{"-algo=bully -n=3 -repair=lost", "-repair has no meaning for bully, which is not a ring"},
	{"-algo=bully -n=3 -detector=perfect",
		"-detector has no meaning for bully, which does not listen to a failure detector: its timers detect"},
	{"-algo=raft -n=3 -logs=1:1,1:2", "-logs=1:1,1:2: 2 values for 3 processes; it is " + logForm + " for each, in ring order"},
	{"-algo=raft -n=2 -logs=1:1,1:1001", "-logs=1:1,1:1001: \"1:1001\" is not " + logForm},
	{"-algo=raft -n=3 -cut=1-4", "-cut=1-4: \"1-4\" joins no two of the ids 1,2,3; " + cutForm},
	{"-algo=raft -n=3 -cut=1-2,2-1,1-2", "-cut=1-2,2-1,1-2: \"1-2\" is given twice; " + cutForm},
	{"-algo=raft -n=3 -timeouts=clock", "timeouts clock: raft has terms, and by a clock its leaders would need heartbeats, which no world with terms has; allowed are sync, perfect, any"},
	{"-algo=bully -n=3 -cut=1-2",
		"-cut has no meaning for bully, which does not reckon with links that are cut"},
	{"-algo=ring -n=3 -reading=printed", "-reading has no meaning for ring, which has one reading only: what is printed can be run"},
	{"-algo=ring-detector -n=3 -watchers=both",
		"-watchers has no meaning for ring-detector, which leaves no such choice"},
	{"-algo=anonymous -ids=1,2", "-ids has no meaning for anonymous, whose processes have none: use -n"},
	{"-algo=itai-rodeh -n=3 -detector=perfect",
		"-detector has no meaning for itai-rodeh, which does not listen to a failure detector"},
	{"-algo=bully -n=3 -states=2", "-states has no meaning for check: use anonymous"},
	{"-algo=itai-rodeh -n=3 -orders=all", "-orders has no meaning for itai-rodeh, whose processes are all alike"},

	// all protocols of a size
	{"anonymous -algo=ring", "-algo has no meaning for anonymous: its flags are -format -messages -n -o -quiet -ring -states -workers"},
	{"anonymous -n=1", "-n=1: it is a whole number from 2 to 4"},
	{"anonymous -states=4 -messages=2", "-states=4 -messages=2: there are 82556485632 such protocols, and at most 1000000000 are tried: ask for fewer states or messages"},

	{"-algo=bully -n=3 -counters=3",
		"-counters has no meaning for bully, which has no counters that grow for ever"},
	{"list -n=3", "-n has no meaning for list: its flags are -format -o -quiet"},

	// bounds
	{"-algo=bully -n=3 -max-states=0", "-max-states=0: it is a whole number from 1 to 9223372036854775807"},
	{"-algo=bully -n=3 -max-states=3e9", "-max-states=3000000000: without -store there is room for 2147483645 states"},
	{"-algo=bully -n=3 -max-time=0s", "-max-time=0s: it is a duration such as 90s or 10m"},
	{"-algo=bully -n=3 -max-time=90", "-max-time=90: it is a duration such as 90s or 10m; did you mean 90s?"},
	{"-algo=bully -n=3 -max-memory=lots", "-max-memory=lots: it is a whole number of bytes, or of KiB, MiB, GiB or TiB, up to 8388608TiB, such as 512MiB"},
	{"-algo=bully -n=3 -max-memory=8388609TiB", "-max-memory=8388609TiB: it is a whole number of bytes, or of KiB, MiB, GiB or TiB, up to 8388608TiB, such as 512MiB"},
	{"-algo=bully -n=3 -workers=0", "-workers=0: it is a whole number from 1 to 256"},
	{"-algo=bully -n=3 -stop=second", "-stop=second: allowed are none, first"},
	{"-measure -algo=bully -n=3", "-measure is no flag; did you mean explore measure, the command?"},

	// what is asked, and how it is told
	{"-algo=bully -n=3 -property=fair", `-property=fair: "fair" is no property; ` + properties + ofConsensus},
	{"-algo=bully -n=3 -property=ends,decides,ends", "-property=ends,decides,ends: ends is named twice; name each property once"},
	{"-algo=bully -n=3 -fail-on=warnings", `-fail-on=warnings: the only value is "vacuous"`},
	{"-algo=bully -n=3 -format=pdf", "-format=pdf: allowed are text, json, mermaid, svg, html, itf, junit"},
	{"-algo=bully -n=3 -quiet=maybe", "-quiet=maybe: it is true or false"},
	{"-algo=bully -n=3 -quiet no", `unexpected argument "no": a flag is written -name=value`},
	{"-algo=bully -n=3 -o=", "-o= names no file: " + strings.Replace(writable, "a file", "one", 1)},
	{"-algo=bully -n=3 -o=missing/report", "-o=missing/report: no such file or directory; " + writable},
	{"-algo=bully -n=3 -o=.", "-o=.: it is a folder; " + writable},
	{"-algo=bully -n=3 -o=kept/below", "-o=kept/below: not a directory; " + writable},
	{"-algo=bully -n=3 -o=" + strings.Repeat("x", 300), "-o=" + strings.Repeat("x", 300) + ": file name too long; " + writable},

	// the line as a whole
	{"-algo=bully -n=3 -crash=1", "unknown flag -crash; did you mean -crashes?"},
	{"-algo=bully -n=3 ---n=4", `"---n=4" is no flag: a flag is written -name=value`},
	{"-algo=bully -algo=ring -n=3", "-algo=ring: it is given twice; give each flag once"},
	{"-algo=bully -n=3 -quiet --quiet", "-quiet: it is given twice; give each flag once"},
	{"-algo=bully -n=3 bully", "bully is an algorithm: write -algo=bully"},
	{"-algo=bully -n=3 king", `unexpected argument "king": a flag is written -name=value`},
	{"check bully -n=3", "bully is an algorithm: write -algo=bully"},
	{"list bully", `unexpected argument "bully": a flag is written -name=value`},
	{"-algo=bully -n=3 -- -crashes=1", `"--" is no flag: a flag is written -name=value`},

	// both omegas
	{"-algo=ring-watch -n=3 -timeouts=clock -eta=3", "-eta has no meaning for ring-watch, whose timers run by -t"},
	{"-algo=omega-timely -n=2 -starts=2", "-starts has no meaning for omega-timely, in which no election is ever started: each process trusts one from the first tick on"},
	{"-algo=omega-minimal -n=2 -initiators=1", "-initiators has no meaning for omega-minimal, in which no election is ever started: each process trusts one from the first tick on"},
	{"-algo=omega-minimal -n=2 -restarts=1", "restarts: a process of omega-minimal that came back would number its messages anew; allowed is 0"},
	{"-algo=omega-minimal -n=4 -tm=3", "eta 1: a message can be under way for 9 periods, allowed are 6; let it be longer, or messages faster"},

	{"bully", "bully is an algorithm and no command: go run ./cmd/explore -algo=bully checks it, and explore list describes it"},
	{"Raft -n=3", "raft is an algorithm and no command: go run ./cmd/explore -algo=raft checks it, and explore list describes it"},
	{"story bully", "-story=bully: bully is an algorithm; its stories are failure-during-election, figure-6.19, five-wins, higher-comes-back"},
	{"-algo=bully -n=3 -orders=all", "-orders has no meaning for bully, which is not a ring"},
	{"-algo=ring -ids=2,1 -orders=descending", "-orders=descending and -ids=2,1 do not go together: leave one out"},
	{"-algo=ring -n=3 -orders=all -store=kept", "-store and -orders=all do not go together: leave one out"},
	{"-algo=bully -n=3 -checkpoint=kept", "unknown flag -checkpoint: use -store"},
	{"measure bully -n=3", "bully is an algorithm: write -algo=bully"},
	{"rings -algo=ring -n=3", `unknown command "rings": use explore check -orders=all`},
	{"alike -algo=omega-timely -n=2", `unknown command "alike": use explore claims -id=C28`},
	{"knowledge -algo=bully -n=3", `unknown command "knowledge": use explore claims -id=C38`},
	{"mutants -mutant=no-answer", "-algo is missing: -mutant=no-answer is of one algorithm; " + algorithms},
	{"mutants -algo=bully-recovery -mutant=no", "-mutant=no: there is no such mutant of bully-recovery; its mutants are " +
		"modest-highest, calls-the-next, boss-does-not-listen, work-done, hasty-t, no-second-timer, " +
		"never-at-rest, obeys-anyone, triumphant-return, blind-loyalty, from-above"},
	{"claims -id=C43", "-id=C43: there is no such claim; the claims are C01 to C42"},
	{"claims -format=svg", "-format=svg: allowed are text, json, markdown"},
	{"story -story=odyssey", "-story=odyssey: there is no such story; one of your own is a file that ends in .story; those that come with Interrex are " + tales},
	{"story -story=missing.story", "-story=missing.story: the file cannot be read; name a file that ends in .story, or one of " + tales},
	{"replay", "replay of nothing: name the files of a trace, or folders"},
	{"replay -n=3 a", "-n has no meaning for replay: its flags are -algo -channels -crashed -duplicates -format -losses -minimal -o -on -quiet"},
	{"replay -minimal= a", "-minimal= names no folder: name one in which the files of a trace can be written"},
	{"-algo=ring -n=9 -orders=all", "-orders=all with 9 processes: allowed are 1 to 8, for there are (N-1)! orders"},
	{"-algo=ring -n=3 -orders=all -format=html", "-format=html and -orders=all do not go together: allowed are text, json"},
	{"crosscheck -property=ends", "-property has no meaning for crosscheck: use check or step"},
	{"crosscheck -crashes=1", "-crashes is for one world, and then -algo and -n or -ids are needed; for the instances of spec/instances the flags are -algo -workers -format -o -quiet"},
	{"crosscheck -format=cfg", "-format=cfg is for one world, and then -algo and -n or -ids are needed"},
	{"crosscheck -format=pdf", "-format=pdf: allowed are text, json, cfg"},
}

func upTo(n int) string {
	var words []string
	for i := range n {
		words = append(words, fmt.Sprint(i+1))
	}
	return strings.Join(words, ",")
}

// jargon is what people who do not know Go need not know either.
var jargon = regexp.MustCompile(`strconv|strings|parse|invalid|syntax|provided|argument:|out of range|nil\b|%!|map\[|\[\d|\berror\b|goroutine|\.go\b|panic`)

// checkRefusal checks that a call was refused in one line, with nothing on standard output.
func checkRefusal(t *testing.T, args string, r reply, want string) {
	t.Helper()
	if r.code != 151 || r.stdout != "" {
		t.Errorf("explore %s: exit code %d, want 151, and nothing on standard output, which is\n%s", args, r.code, r.stdout)
	}
	if line := "explore: " + want + " (exit 151)\n"; r.stderr != line {
		t.Errorf("explore %s says\n%swant\n%s", args, r.stderr, line)
	}
	if found := jargon.FindString(r.stderr); found != "" {
		t.Errorf("explore %s: %q in %s", args, found, r.stderr)
	}
}

// folder makes an empty folder the current one, but for a file called kept.
func folder(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("kept", []byte("as it was"), 0o640); err != nil {
		t.Fatal(err)
	}
}

// checkUntouched checks that a folder is as folder has made it.
func checkUntouched(t *testing.T, args string) {
	t.Helper()
	files, err := filepath.Glob("*")
	hidden, _ := filepath.Glob(".*")
	text, _ := os.ReadFile("kept")
	if err != nil || len(files) != 1 || len(hidden) > 0 || string(text) != "as it was" {
		t.Fatalf("explore %s has written: %v %v %q", args, files, hidden, text)
	}
}

// TestOtherNames: a flag that is called otherwise is named with its value.
func TestOtherNames(t *testing.T) {
	for _, args := range []string{"serve -port=9000", "serve -port 9000", "serve -port=:9000"} {
		checkRefusal(t, args, call(args), "unknown flag -port; did you mean -addr=:9000?")
	}
}

func TestBadInputIsRefusedInOneLine(t *testing.T) {
	folder(t)
	for _, c := range badInput {
		checkRefusal(t, c.args, call(c.args), c.want)
		checkUntouched(t, c.args)

		// What is wrong is wrong also where a file to be replaced is named.
		if words := strings.Fields(c.args); !strings.Contains(c.args, "-o=") {
			first := 0
			if len(words) > 0 && !strings.HasPrefix(words[0], "-") {
				first = 1
			}
			words = slices.Insert(words, first, "-o=kept")
			checkRefusal(t, strings.Join(words, " "), callWith(words...), c.want)
			checkUntouched(t, c.args)
		}
	}
}

// TestFlagsWithoutAValue goes through all flags, also those that come later.
func TestFlagsWithoutAValue(t *testing.T) {
	for _, flag := range strings.Fields(strings.TrimPrefix(allFlags, "the flags are ")) {
		args := "-algo=ring-watch -n=3 " + flag + "="
		switch flag {
		case "-algo":
			args = flag + "="
		case "-n":
			args = "-algo=ring-watch -n="
		}
		r := call(args)
		if !strings.HasPrefix(r.stderr, "explore: "+flag) {
			t.Errorf("explore %s says %q, which does not begin with the flag", args, r.stderr)
		}
		checkRefusal(t, args, r, strings.TrimSuffix(strings.TrimPrefix(r.stderr, "explore: "), " (exit 151)\n"))
	}
}

// TestFilesThatCannotBeWritten: whoever may write everything is shown a file of the kernel's.
func TestFilesThatCannotBeWritten(t *testing.T) {
	folder(t)
	if err := os.WriteFile("locked", nil, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir("shut", 0o500); err != nil {
		t.Fatal(err)
	}
	file, inFolder := "locked", "shut/report"
	if f, err := os.OpenFile(file, os.O_WRONLY, 0); err == nil {
		f.Close()
		file, inFolder = "/proc/version", "/proc/report"
	}
	for _, path := range []string{file, inFolder} {
		for _, command := range []string{"-algo=bully -n=2", "-orders=all -algo=ring -n=2 -crashes=0", "mutants -algo=ring", "list"} {
			args := command + " -o=" + path
			r := call(args)
			if !strings.HasSuffix(r.stderr, "; "+writable+" (exit 151)\n") {
				t.Errorf("explore %s says %q", args, r.stderr)
			}
			checkRefusal(t, args, r, strings.TrimSuffix(strings.TrimPrefix(r.stderr, "explore: "), " (exit 151)\n"))
		}
	}
}

func TestWhatWouldBreakALineIsSpeltOut(t *testing.T) {
	for _, c := range []struct{ arg, want string }{
		{"-algo=bul\nly", `-algo=bul\nly: there is no such algorithm; did you mean bully?`},
		{"-no\r\nsuch", `unknown flag -no\r\nsuch: the flags are ` + strings.Join(whole.Command("check").New(whole).Flags().Names(), ", ")},
		{"-ids=1,\x1b", `-ids=1,\x1b: "\x1b" is no id; ` + ids},
		{"-crashes=\u2028", `-crashes=\u2028: ` + amounts},
	} {
		args := []string{"-algo=bully", "-n=2", c.arg}
		if strings.HasPrefix(c.arg, "-algo") {
			args = args[1:]
		}
		checkRefusal(t, c.arg, callWith(args...), c.want)
	}
}

// TestOfSeveralMistakesAlwaysTheSameIsNamed: the order of a map must not choose.
func TestOfSeveralMistakesAlwaysTheSameIsNamed(t *testing.T) {
	for _, args := range []string{
		"-algo=bully -n=2 -crash-points=x -initial=x -timeouts=x -channels=x -stop=x -format=x -property=x",
		"-algo=ring -n=2 -timeouts=sync -reading=printed -watchers=both",
		"list -n=3 -quiet -algo=ring -ids=1 -stop=first",
	} {
		first := call(args)
		for range 20 {
			if again := call(args); again != first {
				t.Fatalf("explore %s says %q, and then %q", args, first.stderr, again.stderr)
			}
		}
	}
}

// TestBooleanForms: all ways to say yes and no that package flag knows are the same to us.
func TestBooleanForms(t *testing.T) {
	want := callWith(strings.Fields("-algo=bully -n=2 -quiet -format=mermaid")...)
	for _, form := range []string{"--quiet", "-quiet=true", "-quiet=1", "-quiet=false", "-quiet=0"} {
		if got := call("-algo=bully -n=2 -format=mermaid " + form); got != want {
			t.Errorf("%s: %+v, want %+v", form, got, want)
		}
	}
}

// TestAnyCommandLine tries lines that no one has thought of. Whatever they are, the exit code is
// one of the table, a refusal is one line, and the last line of a report names the code.
func TestAnyCommandLine(t *testing.T) {
	words := []string{"bully", "ring", "ring-watch", "3", "2", "0", "-1", "1,2", "2,1,3", "x", "", "unlimited", "65535", "sync", "any",
		"perfect", "inaccurate", "bag", "lossy", "duplicating", "lost", "resent", "printed", "successor", "leader", "steps", "all",
		"first", "none", "vacuous", "text", "decides", "irrevocable,ends", "eventual-leadership", "1s", "1GiB", "true"}
	names := strings.Fields(strings.TrimPrefix(allFlags, "the flags are "))
	// The run is to be short, and its report a text on standard output.
	names = slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains([]string{"-max-states", "-workers", "-o", "-format"}, name)
	})
	known := []int{0, 11, 12, 13, 75, 151, 152}
	rapid.Check(t, func(t *rapid.T) {
		algorithm := rapid.SampledFrom([]string{"bully", "bully-recovery", "ring", "ring-maxid", "ring-watch", "ring-detector", "ring-accept", "lelann", "chang-roberts", "raft", "omega-timely", "omega-minimal"})
		args := []string{"-max-states=40", "-quiet", "-n=3", "-algo=" + algorithm.Draw(t, "algorithm")}
		for range rapid.IntRange(0, 4).Draw(t, "flags") {
			args = append(args, rapid.SampledFrom(names).Draw(t, "name")+"="+rapid.SampledFrom(words).Draw(t, "value"))
		}
		r := callWith(args...)
		line := r.lastLine() + "\n"
		if r.code == 151 {
			line = r.stderr
		}
		if !slices.Contains(known, r.code) || !strings.HasSuffix(line, fmt.Sprintf("(exit %d)\n", r.code)) {
			t.Fatalf("explore %q: exit code %d\n%s%s", args, r.code, r.stdout, r.stderr)
		}
		if r.code == 151 && (r.stdout != "" || strings.Count(r.stderr, "\n") != 1) || r.code != 151 && r.stderr != "" {
			t.Fatalf("explore %q: standard output\n%sstandard error\n%s", args, r.stdout, r.stderr)
		}
	})
}
