//go:build js

package serve

import http "interrex/explore/internal/serve/web"

// guard only reports panics: a page in a browser is its own server.
func (s *Site) guard(next http.Handler) http.Handler { return s.rescue(next) }
