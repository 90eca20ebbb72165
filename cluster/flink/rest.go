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

const (
	callTimeout   = 30 * time.Second
	uploadTimeout = 5 * time.Minute // of a jar
)

// maxAnswer is the part of an answer that is read; in bytes.
const maxAnswer = 1 << 22

// A rest is the URL of a Flink cluster's REST interface, without a final slash.
type rest string

// isURL reports whether a text is an http or https URL with a host.
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

// A refusal is an error answer of Flink.
type refusal struct {
	code int
	text string // mostly a Java stack trace
}

func (r *refusal) Error() string { return lastCause(r.text) }

// isUnknownJob reports whether the cluster has no such job. The code depends on the version.
func (r *refusal) isUnknownJob() bool {
	return r.code == http.StatusNotFound || strings.Contains(r.text, "FlinkJobNotFoundException")
}

// errNoFlink is the error of an answer in another format than Flink's.
var errNoFlink = errors.New("the server there is not Flink")

// call sends a request, such as "GET /jars", with a body unless that is nil, and decodes the answer from JSON.
func (r rest) call(ctx context.Context, request string, body, answer any) error {
	within, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var text bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			return err
		}
	}
	method, where, _ := strings.Cut(request, " ")
	sent, err := http.NewRequestWithContext(within, method, string(r)+where, &text)
	if err != nil {
		return err
	}
	sent.Header.Set("Content-Type", "application/json")
	return send(sent, answer)
}

// upload sends a jar, and returns its id.
func (r rest) upload(ctx context.Context, name string, jar []byte) (id string, err error) {
	within, cancel := context.WithTimeout(ctx, uploadTimeout)
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
		var wrapped *url.Error // its text has the whole URL, with the password
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		return err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return err
	}
	if response.StatusCode >= http.StatusBadRequest {
		var failed struct{ Errors []string }
		if json.Unmarshal(text, &failed) != nil {
			return fmt.Errorf("%w (%s)", errNoFlink, response.Status)
		}
		return &refusal{response.StatusCode, strings.Join(failed.Errors, "\n")}
	}
	if json.Unmarshal(text, answer) != nil {
		return errNoFlink
	}
	return nil
}

// workerError matches the error of a worker in the trace of a failed job: see job/Tasks.java.
var workerError = regexp.MustCompile(`(?m)^(?:Caused by: )?java\.io\.IOException: worker: (?:error: )?(.*)$`)

// cause matches the line of an exception in a trace.
var cause = regexp.MustCompile(`(?m)^(?:Caused by: )?[\w.$]+(?:Exception|Error): (.*)$`)

// lastCause returns the last exception of a trace, or its first line.
func lastCause(trace string) string {
	all := cause.FindAllStringSubmatch(trace, -1)
	if len(all) == 0 {
		first, _, _ := strings.Cut(strings.TrimSpace(trace), "\n")
		return first
	}
	return all[len(all)-1][1]
}
