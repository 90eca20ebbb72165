package flink

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"
)

// How long one call may take: most are answered at once, and a jar takes its time on a slow line.
const (
	callTime   = 30 * time.Second
	uploadTime = 5 * time.Minute
)

// mostAnswer is how many bytes of an answer are read.
const mostAnswer = 1 << 22

// A rest is the REST interface of a Flink cluster, at a URL without a slash at its end.
type rest string

// isURL reports whether there may be one at a URL.
func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// String is the URL without a password.
func (r rest) String() string {
	u, err := url.Parse(string(r))
	if err != nil {
		return string(r)
	}
	return u.Redacted()
}

// A refusal is an error that Flink answers.
type refusal struct {
	code int
	text string // Flink's own: mostly a trace of Java's stack
}

func (r *refusal) Error() string { return lastCause(r.text) }

// isUnknownJob reports whether Flink does not know a job. Versions differ in the code.
func (r *refusal) isUnknownJob() bool {
	return r.code == http.StatusNotFound || strings.Contains(r.text, "FlinkJobNotFoundException")
}

// errNoFlink is the error of an answer that is not Flink's.
var errNoFlink = errors.New("what answers there is no Flink")

// call sends a request, with a body unless that is nil, and reads the answer as JSON.
func (r rest) call(ctx context.Context, method, where string, body, answer any) error {
	within, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	var text bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(within, method, string(r)+where, &text)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	return send(request, answer)
}

// upload sends a jar, and returns the id under which Flink keeps it.
func (r rest) upload(ctx context.Context, name string, jar []byte) (id string, err error) {
	within, cancel := context.WithTimeout(ctx, uploadTime)
	defer cancel()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("jarfile", name)
	if err == nil {
		_, err = part.Write(jar)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		return "", err
	}
	request, err := http.NewRequestWithContext(within, http.MethodPost, string(r)+"/jars/upload", &body)
	if err != nil {
		return "", err
	}
	request.Header.Set("Content-Type", form.FormDataContentType())
	var answer struct{ Filename string }
	if err := send(request, &answer); err != nil {
		return "", err
	}
	return path.Base(answer.Filename), nil
}

func send(request *http.Request, answer any) error {
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		var wrapped *url.Error // which has the whole URL in it
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, mostAnswer))
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		var said struct{ Errors []string }
		if json.Unmarshal(text, &said) != nil {
			return fmt.Errorf("%w (%s)", errNoFlink, response.Status)
		}
		return &refusal{response.StatusCode, strings.Join(said.Errors, "\n")}
	}
	if json.Unmarshal(text, answer) != nil {
		return errNoFlink
	}
	return nil
}

// workerWords matches the error of a worker in the trace of a failed job: see job/Tasks.java.
var workerWords = regexp.MustCompile(`(?m)^(?:Caused by: )?java\.io\.IOException: worker: (?:error: )?(.*)$`)

// cause matches a line of a trace with the cause of the lines above.
var cause = regexp.MustCompile(`(?m)^(?:Caused by: )?[\w.$]+(?:Exception|Error): (.*)$`)

// lastCause is the last cause in a trace.
func lastCause(trace string) string {
	all := cause.FindAllStringSubmatch(trace, -1)
	if len(all) == 0 {
		first, _, _ := strings.Cut(strings.TrimSpace(trace), "\n")
		return first
	}
	return all[len(all)-1][1]
}
