package flink

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"interrex/checker/levels"
	"interrex/internal/check"
)

// A fake is a server with the REST interface of Flink. By default it answers like a cluster without faults.
type fake struct {
	*httptest.Server
	mu     sync.Mutex
	calls  []string
	answer func(call string, nth int) (code int, text string) // code 0 means the default answer
}

func newFake(t *testing.T, answer func(call string, nth int) (int, string)) *fake {
	f := &fake{answer: answer}
	f.Server = httptest.NewServer(f)
	t.Cleanup(f.Close)
	return f
}

// ServeHTTP implements http.Handler.
func (f *fake) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	body, _ := io.ReadAll(q.Body)
	call := q.Method + " " + q.URL.Path
	if strings.HasPrefix(q.URL.Path, "/jobs/") { // without the random id
		call = q.Method + " job" + q.URL.Path[strings.LastIndex(q.URL.Path, "/"):]
		if strings.Count(q.URL.Path, "/") == 2 {
			call = q.Method + " job?" + q.URL.RawQuery
		}
	}
	f.mu.Lock()
	nth := 0
	for _, c := range f.calls {
		if c == call {
			nth++
		}
	}
	f.calls = append(f.calls, call)
	f.mu.Unlock()
	code, text := f.answer(call, nth)
	if q.Method != http.MethodPost && len(body) > 0 {
		code, text = http.StatusInternalServerError, `{"errors":["Internal server error."]}`
	}
	if code == 0 {
		code, text = http.StatusOK, map[string]string{
			"GET /overview":         `{"flink-version":"2.0.2","slots-total":4}`,
			"GET /jars":             `{"files":[{"id":"1_other.jar","name":"other.jar"},{"id":"2_ours.jar","name":"` + jarName() + `"}]}`,
			"GET job/status":        `{"status":"FINISHED"}`,
			"POST /jars/upload":     `{"filename":"/jars/3_ours.jar"}`,
			"PATCH job?mode=cancel": `{}`,
		}[call]
		if text == "" {
			text = `{"jobid":"0123"}`
		}
	}
	w.WriteHeader(code)
	_, _ = io.WriteString(w, text)
}

// count returns the number of calls.
func (f *fake) count(call string) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, c := range f.calls {
		if c == call {
			n++
		}
	}
	return n
}

// on gives answers to the first calls of this kind.
func on(call string, answers ...string) func(string, int) (int, string) {
	return func(c string, nth int) (int, string) {
		if c != call || nth >= len(answers) || answers[nth] == "" {
			return 0, ""
		}
		code := http.StatusOK
		_, _ = fmt.Sscan(answers[nth], &code)
		return code, strings.TrimPrefix(answers[nth], fmt.Sprint(code, " "))
	}
}

// unreachable has no server. Its port is never a free one that the kernel chooses.
const unreachable = "http://127.0.0.1:1"

// connected returns a Runner for the cluster at a URL.
func connected(t *testing.T, url string) (*Runner, error) {
	r := &Runner{rest: rest(url), worker: []string{"me"}}
	return r, r.connect(t.Context())
}

// A URL without a usable cluster gives one line.
func TestConnectErrors(t *testing.T) {
	t.Setenv("FLINK_HOME", "")
	for _, c := range []struct {
		url    string
		answer func(string, int) (int, string)
		want   string
	}{
		{unreachable, nil, "connection refused"},
		{"", on("GET /overview", "<html>"), "is not Flink"},
		{"", on("GET /overview", "404 not found"), "is not Flink (404 Not Found)"},
		{"", on("GET /overview", "{}"), "is not Flink"},
		{"", on("GET /overview", `401 {"errors":["who are you?"]}`), "who are you?"},
		{"", on("GET /jars", `{}`), "set FLINK_HOME"},
		{"", on("GET /overview", `{"flink-version":"2.0.2","slots-total":0}`), "no TaskManager"},
		{"", on("GET /overview", `500 {"errors":["Internal server error."]}`), "Internal server error."},
	} {
		url := c.url
		if c.answer != nil {
			url = newFake(t, c.answer).URL
		}
		_, err := connected(t, url)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: got %v, want %q", url, err, c.want)
		}
	}
}

// notReady is an answer of a JobManager that is starting.
const notReady = `503 {"errors":["not yet"]}`

// Start waits for a starting cluster, and not for other servers.
func TestStartingCluster(t *testing.T) {
	none := `{"flink-version":"2.0.2","slots-total":0}`
	for _, c := range []struct {
		answer  func(string, int) (int, string)
		timeout time.Duration
		want    string // part of the error; empty means no error
		lines   int
	}{
		{on("GET /overview", none, none), time.Hour, "", 1},
		{on("GET /overview", notReady), time.Hour, "", 1},
		{on("", ""), time.Hour, "", 0},
		{on("GET /overview", none), 0, "no TaskManager", 0},
		{on("GET /overview", "<html>"), time.Hour, "is not Flink", 0},
	} {
		lines, r := 0, &Runner{startTimeout: c.timeout, rest: rest(newFake(t, c.answer).URL)}
		_, _, err := r.Start(t.Context(), check.Run{Say: func(string, ...any) { lines++ }})
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) || lines != c.lines {
			t.Errorf("got %v and %d lines, want %q and %d", err, lines, c.want, c.lines)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := &Runner{startTimeout: time.Hour, rest: unreachable}
	if _, _, err := interrupted.Start(ctx, check.Run{Say: func(string, ...any) { cancel() }}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestFlags(t *testing.T) {
	url := (&Runner{}).Flags()[0]
	for text, want := range map[string]bool{defaultURL: true, "https://me:secret@flink/rest/": true, "": false, "localhost:8081": false, "http://": false, "http://a b": false} {
		if err := url.Set(text); (err == nil) != want {
			t.Errorf("-flink=%s: %v", text, err)
		}
	}
}

// An error does not show the password of the URL.
func TestPassword(t *testing.T) {
	f := newFake(t, on("GET /overview", `401 {"errors":["no"]}`))
	_, err := connected(t, strings.Replace(f.URL, "//", "//me:secret@", 1))
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

// trace is a Java stack trace in the format of Flink.
func trace(causes ...string) string {
	text := `org.apache.flink.runtime.JobException: The failure is not recoverable\n\tat org.apache.flink.X.y(X.java:1)\n`
	for _, c := range causes {
		text += `Caused by: ` + c + `\n\tat Tasks.failure(Tasks.java:9)\n`
	}
	return text
}

func TestRun(t *testing.T) {
	failed := func(exceptions string) func(string, int) (int, string) {
		status, why := on("GET job/status", `{"status":"RUNNING"}`, `{"status":"FAILED"}`), on("GET job/exceptions", exceptions)
		return func(call string, nth int) (int, string) {
			if code, text := status(call, nth); code != 0 {
				return code, text
			}
			return why(call, nth)
		}
	}
	lost := `500 {"errors":["Internal server error.","<Exception on server side:\norg.apache.flink.runtime.messages.FlinkJobNotFoundException: Could not find Flink job (0)\n\tat"]}`
	noJar := `500 {"errors":["Internal server error.","<Exception on server side:\njava.util.concurrent.CompletionException: x\n\tat y\nCaused by: org.apache.flink.runtime.rest.handler.RestHandlerException: Jar file z.jar does not exist\n\t... 51 more"]}`
	for _, c := range []struct {
		name   string
		answer func(string, int) (int, string)
		want   string // part of the error; empty means no error
		jobs   int
	}{
		{"no faults", on("", ""), "", 1},
		{"a slow job", on("GET job/status", `{"status":"INITIALIZING"}`, `{"status":"RUNNING"}`, `{"status":"RESTARTING"}`, `{"status":"RUNNING"}`), "", 1},
		{"a short outage", on("GET job/status", "503 {\"errors\":[\"election\"]}", "502 <html>"), "", 1},
		{"the job is lost with its JobManager", on("GET job/status", `{"status":"RUNNING"}`, lost), "", 1},
		{"the job is lost, in another version", on("GET job/status", `404 {"errors":["no"]}`), "", 1},
		{"an outage before the job", on("GET /overview", "", "503 {\"errors\":[\"election\"]}"), "", 0},
		{"the jars are lost", func(call string, nth int) (int, string) {
			if code, text := on("POST /jars/2_ours.jar/run", noJar)(call, nth); code != 0 {
				return code, text
			}
			return on("GET /jars", "", `{"files":[{"id":"4_ours.jar","name":"`+jarName()+`"}]}`)(call, nth)
		}, "", 2},
		{"the job is refused", on("POST /jars/2_ours.jar/run", noJar), "Jar file z.jar does not exist", 1},
		{"the job is cancelled", on("GET job/status", `{"status":"CANCELED"}`), "cancelled", 1},
		{"a worker fails", failed(`{"exceptionHistory":{"entries":[{"stacktrace":"` + trace("org.apache.flink.runtime.execution.SuppressRestartsException: x", "java.io.IOException: worker: error: store /x: it is gone") + `"}]}}`),
			"error of a worker: store /x: it is gone", 1},
		{"the job fails", failed(`{"exceptionHistory":{"entries":[{"stacktrace":"` + trace("java.util.concurrent.TimeoutException: x", "org.apache.flink.NoResourceAvailableException: Could not acquire the minimum required resources.") + `"}]}}`),
			"the job failed: Could not acquire", 1},
		{"the job fails without an exception", failed(`{}`), "without an exception", 1},
	} {
		f := newFake(t, c.answer)
		r, err := connected(t, f.URL)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		err = r.Run(t.Context(), []levels.Task{{Kind: "sift"}, {Kind: "sift"}})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
		if n := f.count("POST /jars/2_ours.jar/run") + f.count("POST /jars/4_ours.jar/run"); n != c.jobs {
			t.Errorf("%s: got %d jobs, want %d", c.name, n, c.jobs)
		}
	}
}
