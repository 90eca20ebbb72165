package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
)

// A Refusal is a node's answer that it does not do what it has been told, and why.
type Refusal struct {
	Code int // of HTTP
	Why  string
}

// Error is the reason.
func (r *Refusal) Error() string { return r.Why }

// Tell has the node at a socket do something, such as "/transfer?to=2", and decodes its answer into the
// value, if there is one.
func Tell(ctx context.Context, socket, what string, into any) error {
	transport := &http.Transport{DisableKeepAlives: true, MaxResponseHeaderBytes: most,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://node"+what, nil)
	if err != nil {
		return err
	}
	answer, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, most))
	if err != nil {
		return err
	}
	if answer.StatusCode/100 != 2 {
		said := struct{ Error string }{}
		if json.Unmarshal(body, &said) != nil || said.Error == "" {
			said.Error = strings.TrimSpace(answer.Status + " " + string(body))
		}
		return &Refusal{answer.StatusCode, said.Error}
	}
	if into == nil {
		return nil
	}
	if err := json.Unmarshal(body, into); err != nil {
		return errors.Join(fmt.Errorf("its answer is not understood: %.200q", body), err)
	}
	return nil
}
