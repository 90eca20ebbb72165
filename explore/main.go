package explore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"interrex/checker"
	"interrex/explore/internal/knowledge"
	"interrex/explore/internal/output"
	"interrex/explore/internal/progress"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/internal/check"
)

// Main is the whole of a program: it does what the command line asks for, and ends with the exit code
// of what was found.
func Main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C does not wait
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run does what the arguments ask for and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (code int) {
	defer func() {
		if bug := recover(); bug != nil {
			fmt.Fprintf(stderr, "explore: a bug of Interrex, please report it: %v\n%s", bug, debug.Stack())
			code = check.ExitBug
		}
	}()
	r, err := request.Parse(args)
	if err != nil {
		return refuse(stderr, err)
	}
	switch r.Command {
	case "help":
		fmt.Fprint(stdout, helpOn(r.Topic))
		return check.ExitHolds
	case "completion":
		if err := completion(r.Words, stdout); err != nil {
			return check.ExitError
		}
		return check.ExitHolds
	}
	return execute(ctx, r, stdout, stderr)
}

// execute does what is asked.
func execute(ctx context.Context, r *request.Request, stdout, stderr io.Writer) int {
	if r.Command == "serve" {
		return serveExplorer(ctx, r, stdout, stderr)
	}
	out, err := output.Open(r.Output, stdout)
	if err != nil {
		return refuse(stderr, fmt.Errorf("-o=%s: %w; name a file in a folder that can be written, or -", r.Output, err))
	}
	defer out.Discard()
	if r.Command == "list" {
		return finish(out, list(r, out), check.ExitHolds, stderr)
	}
	switch r.Command {
	case "show":
		return show(r, out, stderr)
	case "step":
		return step(ctx, r, stdout, stderr)
	case "rings":
		return rings(ctx, r, out, stdout, stderr)
	case "measure":
		return measureCosts(ctx, r, out, stdout, stderr)
	case "crosscheck":
		return crossCheck(ctx, r, out, stdout, stderr)
	case "anonymous":
		return allAnonymous(ctx, r, out, stdout, stderr)
	case "alike":
		return alikeRuns(ctx, r, out, stdout, stderr)
	case "mutants":
		return tryMutants(ctx, r, out, stdout, stderr)
	case "claims":
		return claimsLedger(ctx, r, out, stdout, stderr)
	case "knowledge":
		found, err := knowledge.Find(ctx, r.World, r.Knows, r.Options)
		if err != nil {
			return panicked(stderr, err)
		}
		return deliver(r, report.NewKnowledge(r, found), out, stdout, stderr)
	case "replay":
		return replayTraces(r, out, stdout, stderr)
	case "drive":
		return driveImplementation(ctx, r, out, stdout, stderr)
	case "story":
		told, err := report.NewStories(r)
		if err != nil {
			return panicked(stderr, err)
		}
		return deliver(r, told, out, stdout, stderr)
	}
	return checkOne(ctx, r, out, stdout, stderr)
}

func refuse(stderr io.Writer, err error) int {
	code := check.ExitFlags
	if errors.As(err, &request.Misspelt{}) {
		code = check.ExitInput
	}
	fmt.Fprintf(stderr, "explore: %s (exit %d)\n", request.OneLine(err.Error()), code)
	return code
}

func list(r *request.Request, out io.Writer) error {
	if r.Format == "json" {
		return report.ListJSON(out)
	}
	return report.ListText(out)
}

// checkOne explores the world and writes what was found.
func checkOne(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	meter := progress.New(stderr, isTerminal(stderr))
	if !r.Quiet {
		r.Options.Progress = meter.Report
	}
	found, err := check.Ask(ctx, r.Question)
	meter.Close()
	if err != nil {
		return panicked(stderr, err)
	}
	write := map[string]func(io.Writer) error{
		"text": found.Text, "json": found.JSON, "mermaid": found.Mermaid, "dot": found.Dot,
	}[r.Format]
	if write == nil {
		write = found.Exchange(r.Format)
	}
	code := finish(out, write(out), found.Exit, stderr)
	if out.IsFile() && code == found.Exit {
		fmt.Fprintln(stdout, found.Verdict())
	}
	return code
}

// panicked tells of a panic in a model or a property.
func panicked(stderr io.Writer, err error) int {
	var stack []byte
	if p := new(checker.ModelPanic); errors.As(err, &p) {
		stack = p.Stack
	}
	fmt.Fprintf(stderr, "explore: the model or a property panicked: %v\n%s(exit %d)\n", err, stack, check.ExitError)
	return check.ExitError
}

// A summary is what came of a command that explores many worlds.
type summary interface {
	Text(io.Writer) error
	JSON(io.Writer) error
	Exit() int
	Verdict() string // the last line of Text
}

// deliver writes a summary. If it goes to a file, the verdict still goes to standard output.
func deliver(r *request.Request, found summary, out *output.File, stdout, stderr io.Writer) int {
	write := found.Text
	if r.Format == "json" {
		write = found.JSON
	}
	if page, ok := found.(interface{ Markdown(io.Writer) error }); ok && r.Format == "markdown" {
		write = page.Markdown
	}
	code := finish(out, write(out), found.Exit(), stderr)
	if out.IsFile() && code == found.Exit() {
		fmt.Fprintln(stdout, found.Verdict())
	}
	return code
}

// finish puts the output in its place.
func finish(out *output.File, err error, code int, stderr io.Writer) int {
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		fmt.Fprintf(stderr, "explore: writing the report: %v (exit %d)\n", err, check.ExitError)
		return check.ExitError
	}
	return code
}

// isTerminal reports whether progress can be rewritten in place.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}
