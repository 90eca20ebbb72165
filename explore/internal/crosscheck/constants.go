package crosscheck

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A constant is one constant of module Stage: how a configuration file of TLC writes it, and the flag of explore
// with the same meaning.
type constant struct {
	name, flag string
	write      func(world.Config) string // with "=" or "<-"
	read       func(*world.Config, string) error

	// of reports whether the module of an algorithm has the constant; nil: every module has it.
	of func(model.Algorithm) bool
}

// constantsOf lists the constants of an algorithm's module.
func constantsOf(a model.Algorithm) (list []constant) {
	for _, k := range constants {
		if k.of == nil || k.of(a) {
			list = append(list, k)
		}
	}
	return list
}

var constants = []constant{
	{"Ring", "ids", writeRing, readRing, nil},
	{"On", "on", writeOn, readOn, nil},
	word("Criterion", "criterion", func(c *world.Config) *model.Criterion { return &c.Criterion },
		model.ByID, model.ByLoad, model.ByLog),
	{"Loads", "loads", writeLoads, readLoads, nil},
	{"Logs", "logs", writeLogs, readLogs, nil},
	count("Crashes", "crashes", func(c *world.Config) *int { return &c.Crashes }),
	word("CrashPoints", "crash-points", func(c *world.Config) *world.CrashPoints { return &c.CrashPoints },
		world.AtSends, world.AtSteps),
	count("Restarts", "restarts", func(c *world.Config) *int { return &c.Restarts }),
	word("Initially", "initial", func(c *world.Config) *world.Initial { return &c.Initial },
		world.NobodyElected, world.LeaderElected, world.SelfElected),
	{"Initiators", "initiators", writeInitiators, readInitiators, nil},
	count("Starts", "starts", func(c *world.Config) *int { return &c.Starts }),
	word("Timeouts", "timeouts", func(c *world.Config) *world.Timeouts { return &c.Timeouts },
		world.Sync, world.Perfect, world.Any, world.ByClock),
	word("Detector", "detector", func(c *world.Config) *world.Detector { return &c.Detector },
		world.PerfectDetector, world.IncompleteDetector, world.InaccurateDetector, world.EventuallyPerfect),
	count("Mistakes", "mistakes", func(c *world.Config) *int { return &c.Mistakes }),
	word("Channels", "channels", func(c *world.Config) *world.Channels { return &c.Channels },
		world.FIFO, world.Bag, world.Lossy, world.Duplicating),
	count("Losses", "losses", func(c *world.Config) *int { return &c.Losses }),
	count("Duplicates", "duplicates", func(c *world.Config) *int { return &c.Duplicates }),
	word("Repair", "repair", func(c *world.Config) *world.Repair { return &c.Repair }, world.Lost, world.Resent),
	word("Reading", "reading", func(c *world.Config) *model.Reading { return &c.Reading },
		model.Repaired, model.Printed),
	choice("Watchers", "watchers", string(model.BothNeighbours), string(model.OnlyPredecessor), string(model.OnlySuccessor)),
	only(choice("PreVote", "pre-vote", "false", "true"), haveTerms),
	only(choice("CheckQuorum", "check-quorum", "false", "true"), haveTerms),
	{"Cut", "cut", writeCut, readCut, haveTerms},
	ticks("Tm", "tm", func(c *world.Config) *int { return &c.Clock.Tm }),
	ticks("Tp", "tp", func(c *world.Config) *int { return &c.Clock.Tp }),
	ticks("T", "t", func(c *world.Config) *int { return &c.Clock.T }),
	ticks("T2", "t2", func(c *world.Config) *int { return &c.Clock.T2 }),
	ticks("Eta", "eta", func(c *world.Config) *int { return &c.Clock.Eta }),
	count("Gst", "gst", func(c *world.Config) *int { return &c.GST }),
	word("Ties", "ties", func(c *world.Config) *world.Ties { return &c.Ties }, world.DeliveryFirst, world.TimerFirst),
	{"Timely", "timely", writeTimely, readTimely, nil},
	{"Late", "late", writeLate, readLate, nil},
	count("Elections", "elections", func(c *world.Config) *int { return &c.Elections }),
	count("Capacity", "capacity", func(c *world.Config) *int { return &c.Capacity }),
	only(count("Counters", "counters", func(c *world.Config) *int { return &c.Counters }),
		func(a model.Algorithm) bool { return a.Counting }),
}

// only restricts a constant to the modules of some algorithms.
func only(k constant, of func(model.Algorithm) bool) constant {
	k.of = of
	return k
}

// count is a number, or Unlimited, which a configuration file can write only as a name.
func count(name, flag string, field func(*world.Config) *int) constant {
	write := func(c world.Config) string {
		if n := *field(&c); n != world.Unlimited {
			return fmt.Sprintf("= %d", n)
		}
		return "<- Unlimited"
	}
	read := func(c *world.Config, text string) error {
		if text == "<- Unlimited" {
			*field(c) = world.Unlimited
			return nil
		}
		digits, isNumber := strings.CutPrefix(text, "= ")
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || !isNumber {
			return fmt.Errorf("%q: it is = 0 to 65535, or <- Unlimited", text)
		}
		*field(c) = int(n)
		return nil
	}
	return constant{name, flag, write, read, nil}
}

// word is one of a few words.
func word[W ~string](name, flag string, field func(*world.Config) *W, allowed ...W) constant {
	write := func(c world.Config) string { return fmt.Sprintf("= %q", string(*field(&c))) }
	read := func(c *world.Config, text string) error {
		for _, w := range allowed {
			if text == fmt.Sprintf("= %q", string(w)) {
				*field(c) = w
				return nil
			}
		}
		return fmt.Errorf("%q: it is = one of %q", text, allowed)
	}
	return constant{name, flag, write, read, nil}
}

// choice is an option of some algorithms: a word or, if it is on or off, a boolean. In the modules of others it
// has the first value, the default.
func choice(name, flag string, values ...string) constant {
	spelled := func(value string) string {
		if values[0] == "false" {
			return "= " + strings.ToUpper(value)
		}
		return fmt.Sprintf("= %q", value)
	}
	write := func(c world.Config) string { return spelled(cmp.Or(c.Options[flag], values[0])) }
	read := func(c *world.Config, text string) error {
		for _, value := range values {
			switch {
			case text != spelled(value):
			case value == values[0]:
				return nil
			default:
				c.Options = c.Options.With(flag, value)
				return nil
			}
		}
		return fmt.Errorf("%q: it is = one of %q", text, values)
	}
	return constant{name, flag, write, read, nil}
}

// ringName is the name in module Rings of the ring of these ids.
func ringName(ids []model.ID) string { return "Ring_" + join(ids, "_") }

func join(ids []model.ID, separator string) string {
	var words []string
	for _, id := range ids {
		words = append(words, strconv.Itoa(int(id)))
	}
	return strings.Join(words, separator)
}

func split(text, separator string) ([]model.ID, error) {
	var ids []model.ID
	for digits := range strings.SplitSeq(text, separator) {
		id, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || id == 0 {
			return nil, fmt.Errorf("%q is no id: ids are 1 to 2147483647", digits)
		}
		ids = append(ids, model.ID(id))
	}
	return ids, nil
}

func writeRing(c world.Config) string { return "<- " + ringName(c.IDs) }

func readRing(c *world.Config, text string) (err error) {
	ids, isName := strings.CutPrefix(text, "<- Ring_")
	if !isName {
		return fmt.Errorf("%q: it is <- Ring_ and the ids in ring order, like Ring_4_8_9_3", text)
	}
	c.IDs, err = split(ids, "_")
	return err
}

func writeInitiators(c world.Config) string {
	if c.Initiators == nil {
		return "<- Ids"
	}
	return "= {" + join(slices.Sorted(slices.Values(c.Initiators)), ", ") + "}"
}

func readInitiators(c *world.Config, text string) (err error) {
	if text == "<- Ids" {
		c.Initiators = nil
		return nil
	}
	list, isSet := strings.CutPrefix(text, "= {")
	list, isClosed := strings.CutSuffix(list, "}")
	if !isSet || !isClosed {
		return fmt.Errorf("%q: it is <- Ids, or = {1, 2}", text)
	}
	c.Initiators = []model.ID{}
	if list != "" {
		c.Initiators, err = split(list, ", ")
	}
	return err
}

// Configuration writes TLC's configuration file for a world: the command that explores the same world, its
// constants, and every property.
func Configuration(c world.Config) string {
	var text strings.Builder
	fmt.Fprintf(&text, "\\* %s\n%s\nSPECIFICATION Spec\nINVARIANTS TypeOK", CommandFor(c), declarations(c))
	for _, f := range formulasOf(c) {
		if f.kind == invariant {
			text.WriteString(" " + f.Formula)
		}
	}
	text.WriteString("\nPROPERTIES")
	for _, f := range formulasOf(c) {
		if f.kind != invariant {
			text.WriteString(" " + f.Formula)
		}
	}
	text.WriteString("\n")
	return text.String()
}

// declarations gives every constant its value.
func declarations(c world.Config) string {
	c = c.Bounded()
	var text strings.Builder
	text.WriteString("CONSTANTS\n")
	for _, k := range constantsOf(c.Algorithm) {
		fmt.Fprintf(&text, "  %s %s\n", k.name, k.write(c))
	}
	return text.String()
}

// CommandFor is the command that explores a world, without flags that have their default values.
func CommandFor(c world.Config) string {
	c = c.Bounded()
	usual := world.Default(c.Algorithm, c.IDs)
	command := "explore -algo=" + c.Algorithm.Name
	if c.Algorithm.On != "" {
		usual.Algorithm.On = "" // which election it is has no default
	}
	for _, k := range constantsOf(c.Algorithm) {
		if k.flag == "elections" { // the bounds come last, since their defaults depend on the rest
			bare := c
			bare.Elections, bare.Capacity = world.Unlimited, world.Unlimited
			usual.Elections, usual.Capacity = bare.DefaultElections(), bare.DefaultCapacity()
		}
		usual.Clock, usual.Late = usualClock(c, k.flag), 2*c.Clock.Tm
		if k.flag == "ids" && isCounted(c.IDs) {
			command += fmt.Sprintf(" -n=%d", len(c.IDs))
		} else if k.flag == "ids" || k.write(c) != k.write(usual) {
			command += " -" + k.flag + "=" + flagValue(k.flag, k.write(c))
		}
	}
	return command
}

// isCounted reports whether the ids are 1, 2, 3, ..., as given by -n.
func isCounted(ids []model.ID) bool {
	for i, id := range ids {
		if int(id) != i+1 {
			return false
		}
	}
	return true
}

// flagValue converts the value of a constant into that of its flag.
func flagValue(flag, written string) string {
	_, value, _ := strings.Cut(written, " ")
	if value == "{}" {
		return map[bool]string{true: "nothing", false: "nobody"}[flag == "timely"]
	}
	value = strings.ReplaceAll(strings.Trim(value, "{}"), `"`, "")
	if loads, isLoads := strings.CutPrefix(value, "Loads_"); isLoads {
		return strings.ReplaceAll(loads, "_", ",")
	}
	if logs, areLogs := strings.CutPrefix(value, logsPrefix); areLogs {
		return flagOfPairs(logs, ":")
	}
	if cut, isCut := strings.CutPrefix(value, cutPrefix); isCut {
		return flagOfPairs(cut, "-")
	}
	if ring, isRing := strings.CutPrefix(value, "Ring_"); isRing {
		return strings.ReplaceAll(ring, "_", ",")
	}
	return strings.ToLower(strings.ReplaceAll(value, ", ", ","))
}

// ParseConfiguration reads such a file. Every constant must occur once, and the file must not contain anything
// that Configuration would write differently. The error says which line is wrong and what it should be.
func ParseConfiguration(algorithm, text string) (world.Config, error) {
	a, known := model.Find(algorithm)
	if !known && algorithm != model.ConsensusName {
		return world.Config{}, fmt.Errorf("there is no algorithm %q", algorithm)
	}
	c := world.Config{Algorithm: a}
	values := map[string]string{}
	for line := range strings.Lines(text) {
		name, value, assigned := strings.Cut(strings.TrimSpace(line), " ")
		if strings.HasPrefix(line, "  ") && assigned {
			values[name] = value
		}
	}
	for _, k := range constants {
		if k.of != nil && !k.of(c.Algorithm) {
			continue
		}
		value, given := values[k.name]
		if !given {
			return c, fmt.Errorf("constant %s has no value", k.name)
		}
		if err := k.read(&c, value); err != nil {
			return c, fmt.Errorf("constant %s %w", k.name, err)
		}
	}
	if err := c.Validate(); err != nil {
		return c, err
	}
	got, want := strings.Split(text, "\n"), strings.Split(Configuration(c), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			return c, fmt.Errorf("line %d should be %q", i+1, want[i])
		}
	}
	if len(got) > len(want) {
		return c, fmt.Errorf("line %d is too many", len(want)+1)
	}
	return c, nil
}

// writeOn and readOn convert the election that a consensus rests on: "bully", or "".
func writeOn(c world.Config) string { return fmt.Sprintf("= %q", c.Algorithm.On) }

func readOn(c *world.Config, text string) error {
	name := strings.Trim(strings.TrimPrefix(text, "= "), `"`)
	if isElection := c.Algorithm.Name != ""; isElection && name == "" {
		return nil
	}
	election, known := model.Find(name)
	if !known || c.Algorithm.Name != "" || text != fmt.Sprintf("= %q", name) {
		return fmt.Errorf("%q: it is = \"\", or of a consensus the election that it rests on, as in = \"bully\"", text)
	}
	c.Algorithm = model.Consensus(election)
	return nil
}

// Module is the name of an algorithm's TLA+ module: ChangRoberts for chang-roberts. A consensus has that of its
// election.
func Module(a model.Algorithm) string {
	algorithm := a.Name
	if a.On != "" {
		algorithm = a.On
	}
	switch algorithm {
	case "ring-maxid":
		return "RingMaxID"
	case "lelann":
		return "LeLann"
	}
	name := ""
	for part := range strings.SplitSeq(algorithm, "-") {
		if part != "" {
			name += strings.ToUpper(part[:1]) + part[1:]
		}
	}
	return name
}

// ringsModule is module Rings with the definitions that one world needs.
func ringsModule(c world.Config) string {
	return fmt.Sprintf("---- MODULE Rings ----\n%s\n====\n", strings.Join(definitions(c), "\n"))
}

// definitions are the lines of module Rings that a world needs: named values that a configuration file cannot
// write.
func definitions(c world.Config) []string {
	lines := []string{
		ringName(c.IDs) + " == <<" + join(c.IDs, ", ") + ">>",
		loadsName(c.Loads) + " == <<" + loadsList(c.Loads, ", ") + ">>",
		logsName(c.Logs) + " == <<" + strings.Join(tuples(c.Logs), ",") + ">>",
	}
	if c.Cut != nil {
		lines = append(lines, cutName(c.Cut)+" == {"+strings.Join(tuples(c.Cut), ",")+"}")
	}
	return lines
}

// ticks is a number of ticks. Worlds without a clock have it too, with its default.
func ticks(name, flag string, field func(*world.Config) *int) constant {
	write := func(c world.Config) string { return fmt.Sprintf("= %d", *field(&c)) }
	read := func(c *world.Config, text string) error {
		digits, isNumber := strings.CutPrefix(text, "= ")
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || !isNumber || n > world.MostTicks {
			return fmt.Errorf("%q: it is = 0 to %d", text, world.MostTicks)
		}
		*field(c) = int(n)
		return nil
	}
	return constant{name, flag, write, read, nil}
}

// usualClock is the default clock, given the settings that precede a flag: T depends on the bounds, T' also on T.
func usualClock(c world.Config, flag string) model.Clock {
	usual := c.DefaultClock(c.Clock.Tm, c.Clock.Tp)
	switch flag {
	case "tm":
		usual.Tm = world.Default(c.Algorithm, c.IDs).Clock.Tm
	case "tp":
		usual.Tp = world.Default(c.Algorithm, c.IDs).Clock.Tp
	case "t2":
		usual.T2 = c.DefaultT2()
	}
	return usual
}

func writeTimely(c world.Config) string {
	if c.Timely == nil {
		return `= {"all"}`
	}
	var links []string
	for _, l := range c.Timely {
		links = append(links, fmt.Sprintf("%q", fmt.Sprintf("%d-%d", l.From, l.To)))
	}
	return "= {" + strings.Join(links, ", ") + "}"
}

var aLink = regexp.MustCompile(`^"([0-9]+)-([0-9]+)"$`)

func readTimely(c *world.Config, text string) error {
	if c.Timely = nil; text == `= {"all"}` {
		return nil
	}
	c.Timely = []world.Pair{}
	list, isSet := strings.CutPrefix(text, "= {")
	list, isClosed := strings.CutSuffix(list, "}")
	for link := range strings.SplitSeq(list, ", ") {
		ends := aLink.FindStringSubmatch(link)
		if list == "" && isSet && isClosed {
			return nil
		}
		if ends == nil || !isSet || !isClosed {
			return fmt.Errorf(`%q: it is = {"all"}, or links, = {"1-2", "2-3"}`, text)
		}
		ids, err := split(ends[1]+"-"+ends[2], "-")
		if err != nil {
			return err
		}
		if p := (world.Pair{From: ids[0], To: ids[1]}); !slices.Contains(c.Timely, p) {
			c.Timely = append(c.Timely, p)
		}
	}
	return nil
}

// writeLate writes Unlimited for an algorithm that does not tolerate the loss of messages.
func writeLate(c world.Config) string {
	if !c.Algorithm.Clockwork() {
		return "<- Unlimited"
	}
	return fmt.Sprintf("= %d", c.Late)
}

func readLate(c *world.Config, text string) error {
	if text == "<- Unlimited" {
		c.Late = 2 * c.Clock.Tm
		return nil
	}
	return ticks("", "", func(c *world.Config) *int { return &c.Late }).read(c, text)
}

// A kind is how TLC is asked for a property, and the form of a counterexample.
type kind int

const (
	invariant kind = iota // true in every state
	steps                 // true of every step
	lasting               // liveness: true of every fair run
)

// A formula is a property of the problem under its name in module Election.
type formula struct {
	spec.Property
	Formula string
	kind    kind

	// action is what the formula says of one step, if it is about steps.
	action string
}

// formulas are all properties, in the order of spec/election.md, except those about earlier suspicions: the
// modules keep no record of these.
var formulas = []formula{
	{spec.OneLeader, "OneLeader", invariant, ""},
	{spec.ElectedIsMax, "ElectedIsMax", invariant, ""},
	{spec.Agreement, "Agreement", invariant, ""},
	{spec.Validity, "Validity", invariant, ""},
	{spec.NotStuck, "NotStuck", invariant, ""},
	{spec.Decides, "Decides", lasting, ""},
	{spec.Ends, "Ends", lasting, ""},
	{spec.StrictMax, "StrictPMax", invariant, ""},
	{spec.StrictAgreement, "StrictAgreement", invariant, ""},
	{spec.StrictDecides, "StrictDecides", lasting, ""},
	{spec.Irrevocable, "Irrevocable", steps, "TurnsAwayRightly"},
	{spec.AnnouncedLast, "AnnouncedLast", invariant, ""},
	{spec.EventualLeadership, "EventualLeadership", lasting, ""},
	{spec.EventualMax, "EventuallyElectedIsMax", lasting, ""},
	{spec.EventualAgreement, "EventuallyAgreement", lasting, ""},
	{spec.SomebodyLeads, "SomebodyLeads", lasting, ""},
	{spec.StrictStability, "StrictStability", steps, "LeadsOn"},
	{spec.LeaderPerTerm, "LeaderPerTerm", invariant, ""},
	{spec.SameDecision, "SameDecision", invariant, ""},
	{spec.AllDecide, "AllDecide", lasting, ""},
	{spec.NeverZero, "NeverZero", invariant, ""},
	{spec.NeverOne, "NeverOne", invariant, ""},
}

// isNamed reports whether the property is asked only by name.
func (f formula) isNamed() bool {
	return !slices.ContainsFunc(spec.Default(), func(p spec.Property) bool { return p.Name == f.Name })
}

// formulasOf are the formulas that have a meaning in a world.
func formulasOf(c world.Config) []formula {
	return slices.DeleteFunc(slices.Clone(formulas), func(f formula) bool { return c.Algorithm.Means(f.Property) != nil })
}

// properties lists the properties of formulas.
func properties(formulas []formula) []spec.Property {
	var list []spec.Property
	for _, f := range formulas {
		list = append(list, f.Property)
	}
	return list
}

// An Instance is a world that is always checked: a file of spec/instances.
type Instance struct {
	File  string // bully/n=3_timeouts=any.cfg
	World world.Config
}

// Instances reads all instances, in the order of their files. The error names the file, and says what it should
// contain.
func Instances() ([]Instance, error) { return instancesOf(spec.Instances) }

func instancesOf(folder fs.FS) ([]Instance, error) {
	files, err := fs.Glob(folder, "instances/*/*.cfg")
	if err != nil {
		return nil, err
	}
	var all []Instance
	for _, file := range files {
		text, err := fs.ReadFile(folder, file)
		if err != nil {
			return nil, err
		}
		c, err := ParseConfiguration(path.Base(path.Dir(file)), string(text))
		if err != nil {
			return nil, fmt.Errorf("spec/%s: %w", file, err)
		}
		if want := "instances/" + FileOf(c); file != want {
			return nil, fmt.Errorf("spec/%s should be called spec/%s", file, want)
		}
		all = append(all, Instance{FileOf(c), c})
	}
	return all, nil
}

// FileOf is the file name of the instance of a world: its algorithm, and the flags of its command.
func FileOf(c world.Config) string {
	flags := strings.Fields(CommandFor(c))[2:]
	for i, flag := range flags {
		flags[i] = strings.ReplaceAll(strings.TrimPrefix(flag, "-"), ":", ".") // embedded file names cannot have a colon
	}
	return c.Algorithm.Name + "/" + strings.Join(flags, "_") + ".cfg"
}
