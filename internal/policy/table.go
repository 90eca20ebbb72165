package policy

// A row says what the Go files of a folder may import beside the standard library. A folder
// that ends in /... stands for itself and everything beneath it that has no row closer to it.
type row struct {
	ours   string // folders of this module
	theirs string // modules of others
	tests  string // what tests may import of ours moreover; themselves they always may

	testsTheirs string // what tests may import of others moreover, beside forTests
}

// forTests are the modules of others that every test may import.
const forTests = "github.com/google/go-cmp/... pgregory.net/rapid/..."

// browser is a package that only tests import, so that no program has a browser's driver in it.
const browser = "internal/browser"

// mayImport is the import table of the house: nothing else. impl and model meet in traces/drive
// and in the tests of traces/replay, and nowhere else: both are written from spec/ by hand, so
// that their agreement is evidence. cmd/elect/internal/chaos has no more of either than a file that
// one has recorded and the other follows.
var mayImport = map[string]row{
	".":                    {ours: "checker spec model model/world traces/draw internal/check internal/prose", tests: "explore"},
	"spec":                 {},
	"spec/claims":          {},
	"spec/stories":         {},
	"checker":              {ours: "checker/internal/..."},
	"checker/internal/...": {},
	"checker/levels":       {ours: "checker checker/internal/... internal/crew", tests: "model model/world spec"},
	"checker/measure":      {ours: "checker"},
	"model":                {ours: "spec"},
	"model/world":          {ours: "model spec checker"},
	"model/mutants":        {ours: "model model/world spec checker"},
	"impl":                 {},
	"impl/...":             {ours: "traces impl impl/...", testsTheirs: "go.uber.org/goleak/..."},
	"impl/network/tcp/...": {ours: "impl impl/...", theirs: "google.golang.org/grpc/... google.golang.org/protobuf/...",
		testsTheirs: "go.uber.org/goleak/..."},
	"impl/durable":  {ours: "impl"},
	"impl/discover": {ours: "impl"},
	"impl/history":  {ours: "traces impl impl/...", theirs: "github.com/anishathalye/porcupine/..."},
	"traces":        {},
	"traces/draw":   {tests: "internal/browser", testsTheirs: "github.com/chromedp/..."},
	"traces/replay": {ours: "traces checker spec model model/world",
		tests:  "impl impl/node impl/durable impl/network impl/network/memory impl/simulate", // which record
		theirs: "github.com/google/go-cmp/..."},
	"traces/drive": {ours: "traces checker spec model model/world impl",
		tests:  "impl/node impl/certs impl/durable impl/network impl/network/tcp", // whose inputs wait at gates
		theirs: "github.com/google/go-cmp/..."},
	"internal/local":     {},
	"internal/prose":     {},
	"internal/check":     {ours: "spec checker checker/levels model model/world traces/draw internal/prose internal/flags internal/hold"},
	"internal/flags":     {ours: "internal/prose"},
	"internal/meant":     {ours: "internal/flags", theirs: "github.com/agnivade/levenshtein/..."},
	"internal/testlevel": {},
	"internal/golden":    {},
	"internal/crew":      {},
	"internal/hold":      {},
	"internal/policy":    {},
	"internal/browser":   {theirs: "github.com/chromedp/...", ours: "internal/testlevel"}, // which tests alone import
	"cmd/elect/...": {ours: "impl impl/... traces internal/local internal/flags internal/prose internal/meant cmd/elect/...",
		tests:       "traces/replay", // of what a cluster records
		testsTheirs: "go.uber.org/goleak/..."},
	"cmd/elect/internal/chaos": {ours: "impl impl/... traces traces/replay cmd/elect/..."},
	"explore/...": {ours: "spec spec/claims spec/stories checker checker/levels checker/measure model model/world model/mutants " +
		"traces traces/draw traces/replay traces/drive internal/local internal/browser internal/prose internal/check internal/crew internal/flags internal/hold internal/meant explore/...",
		theirs:      "github.com/charmbracelet/x/term/...",
		testsTheirs: "github.com/invopop/jsonschema/... github.com/santhosh-tekuri/jsonschema/v6/... github.com/creack/pty/... github.com/chromedp/..."},
	"explore/internal/commandtest": {ours: "explore/internal/command model model/mutants", // which tests alone import
		theirs: "github.com/google/go-cmp/..."},
	"explore/internal/study": {ours: "model model/world spec checker", tests: "internal/check traces/draw"},
	"cmd/explore":            {ours: "explore"},
}

// glossed are the packages whose exported types the glossary has.
var glossed = []string{".", "spec", "model", "model/world", "checker", "traces", "traces/draw", "impl", "impl/node"}

// listing are the packages whose doc.go has a line for each of their files.
var listing = []string{"checker", "model/world"}

const (
	maxFile     = 800 // lines of a Go file that is neither a test nor generated
	maxFunction = 70  // lines of a function, unless its comment says "long because"
	manyFiles   = 4   // a package of more keeps its comment in doc.go
)
