package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"interrex/cmd/elect/internal/settings"
	"interrex/cmd/elect/internal/status"
	"interrex/impl"
	"interrex/impl/node"
)

// Routes are what a node can be told. Each is a POST: it does something, or uses something up.
func Routes(s *status.Source) *http.ServeMux {
	mux := http.NewServeMux()
	Handle(mux, "token", func(*http.Request) (any, error) { return s.Token() })
	Handle(mux, "campaign", func(r *http.Request) (any, error) { return done(s.Node.Campaign(r.Context())) })
	Handle(mux, "resign", func(r *http.Request) (any, error) { return done(s.Node.Resign(r.Context())) })
	Handle(mux, "transfer", func(r *http.Request) (any, error) { return done(transfer(r, s.Node)) })
	Handle(mux, "forget", func(r *http.Request) (any, error) { return forget(r, s) })
	return mux
}

// Forgotten is the name of the store that was known; "": none.
type Forgotten struct {
	Was string `json:"was"`
}

// forget lets another store in under the id that the question names.
func forget(r *http.Request, s *status.Source) (any, error) {
	id, err := settings.ParseID(r.FormValue("node"))
	if err != nil {
		return nil, fmt.Errorf("%w: node: %w", ErrBadQuestion, err)
	}
	was, err := s.Forget(id)
	return Forgotten{was}, err
}

// Handle adds something that a node can be told: its answer is written as JSON. An error is a refusal, of
// the kind of [node.ErrNotLeader] or [ErrBadQuestion] or [errors.ErrUnsupported], or else a conflict.
func Handle(mux *http.ServeMux, name string, do func(*http.Request) (any, error)) {
	mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
		what, err := do(r)
		code := http.StatusOK
		if err != nil {
			code, what = codeOf(err), map[string]string{"error": err.Error()}
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(what)
	})
}

// ErrBadQuestion is what makes no sense.
var ErrBadQuestion = errors.New("bad question")

func codeOf(err error) int {
	switch {
	case errors.Is(err, ErrBadQuestion):
		return http.StatusBadRequest
	case errors.Is(err, errors.ErrUnsupported):
		return http.StatusNotImplemented
	case errors.Is(err, node.ErrClosed), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable
	}
	return http.StatusConflict
}

func done(err error) (any, error) { return struct{}{}, err }

// transfer hands the leadership to the member whom the question names.
func transfer(r *http.Request, n *node.Node) error {
	to, err := settings.ParseID(r.FormValue("to"))
	if err != nil {
		return fmt.Errorf("%w: to: %w", ErrBadQuestion, err)
	}
	return n.Transfer(r.Context(), impl.ID(to))
}
