// Package browser drives a headless Chromium, for the tests of pages. No program imports it.
package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"interrex/internal/testlevel"
)

// patience limits the run of a Chromium in a test. It only ends a test whose page never reaches the awaited
// state.
const patience = 4 * time.Minute

// A Tab is the one tab of a fresh Chromium. Its requests and complaints are recorded.
type Tab struct {
	Frame string // an expression of the window, with axe, at which Barriers and Overflow look; "": that of the tab

	t   testing.TB
	ctx context.Context

	mu         sync.Mutex
	requests   []string
	complaints []string
}

// Open starts a Chromium, which ends with the test. Without Chromium the test is skipped, and fails at the
// level ci. At its end the test fails if a page complained in the console or requested anything beyond this
// machine.
func Open(t testing.TB) *Tab {
	t.Helper()
	path, found := find()
	if !found {
		testlevel.Needs(t, errors.New("there is no Chromium to show the page; Debian's package is chromium"))
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience) // t.Context ends before Chromium can be closed
	t.Cleanup(cancel)
	ctx, end := chromedp.NewExecAllocator(ctx, chromedp.ExecPath(path), // in a folder of its own, which it removes when the last process in it has ended
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true), chromedp.Flag("disable-background-timer-throttling", true))
	t.Cleanup(end)
	tab := &Tab{t: t}
	tab.ctx, end = chromedp.NewContext(ctx, chromedp.WithListener(tab.note))
	t.Cleanup(end)
	tab.Do(chromedp.EmulateViewport(1280, 900))
	t.Cleanup(func() {
		if err := chromedp.Cancel(tab.ctx); err != nil {
			t.Errorf("closing Chromium: %v", err)
		}
		for _, complaint := range tab.Complaints() {
			t.Errorf("the page complains: %s", complaint)
		}
		for _, request := range tab.Abroad() {
			t.Errorf("the page asks for %s, beyond this machine", request)
		}
	})
	return tab
}

func find() (path string, found bool) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, true
		}
	}
	return "", false
}

// note records an event of the browser.
func (tab *Tab) note(event any) {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		tab.requests = append(tab.requests, e.Request.URL)
	case *network.EventWebSocketCreated:
		tab.requests = append(tab.requests, e.URL)
	case *runtime.EventExceptionThrown:
		tab.complaints = append(tab.complaints, describe(e.ExceptionDetails))
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			text := string(e.Type)
			for _, a := range e.Args {
				text += fmt.Sprintf(" %s%s", a.Value, a.Description)
			}
			tab.complaints = append(tab.complaints, text)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			tab.complaints = append(tab.complaints, fmt.Sprintf("%s (%s)", e.Entry.Text, e.Entry.URL))
		}
	}
}

func describe(e *runtime.ExceptionDetails) string {
	text := e.Text
	if e.Exception != nil {
		text += " " + e.Exception.Description
	}
	return text
}

// Do executes the actions in order, and ends the test at the first failure.
func (tab *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	if err := chromedp.Do(tab.ctx, actions...); err != nil {
		tab.t.Fatal(err)
	}
}

// Text is what an expression in JavaScript is, as text.
func (tab *Tab) Text(expression string) string {
	tab.t.Helper()
	text, err := chromedp.Run(tab.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		tab.t.Fatalf("%s: %v", expression, err)
	}
	return text
}

// Picture is a screenshot of the window, as PNG.
func (tab *Tab) Picture() []byte {
	tab.t.Helper()
	picture, err := chromedp.Run(tab.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		tab.t.Fatal(err)
	}
	return picture
}

// Until waits until an expression in JavaScript is true, in this page or in one that takes its place. As long as it fails, since
// what it asks about is not there yet, it is not true.
func (tab *Tab) Until(expression string) {
	tab.t.Helper()
	patient := "(() => { try { return !!(" + expression + "); } catch { return false; } })()"
	if got := tab.Settles(patient, "true"); got != "true" {
		tab.t.Fatalf("waiting for %s: %s", expression, got)
	}
}

// Settles waits until an expression in JavaScript is the text that is wanted, since what follows from a
// click may come a moment after it. It returns what the expression is in the end.
func (tab *Tab) Settles(expression, want string) (got string) {
	tab.t.Helper()
	for end := time.Now().Add(patience / 4); ; time.Sleep(20 * time.Millisecond) {
		text, err := chromedp.Run(tab.ctx, chromedp.Evaluate[string]("String("+expression+")"))
		if got = text; err != nil { // a page that another one is taking the place of
			got = err.Error()
		}
		if got == want || time.Now().After(end) || tab.ctx.Err() != nil {
			return got
		}
	}
}

// Complaints are errors and warnings in the console, exceptions, and failed requests.
func (tab *Tab) Complaints() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.complaints)
}

// Forgive clears the complaints so far, for a page that is missing on purpose.
func (tab *Tab) Forgive() {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	tab.complaints = nil
}

// Requests are the addresses asked for so far.
func (tab *Tab) Requests() []string {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.requests)
}

// Abroad are those requests that are for neither a file nor this machine.
func (tab *Tab) Abroad() []string { return slices.DeleteFunc(tab.Requests(), isHere) }

func isHere(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	switch u.Scheme {
	case "file":
		return u.Host == ""
	case "data", "blob", "about":
		return true
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && ip.IsLoopback()
}
