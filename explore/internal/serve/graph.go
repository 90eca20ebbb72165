package serve

import (
	"strings"

	http "interrex/explore/internal/serve/web"
)

// foldParameter in an address lists by what the states of a graph are put together.
const foldParameter = "fold"

// graph is the state graph of the world as JSON, with the walk on it.
func (k *walker) graph(w http.ResponseWriter, r *http.Request) {
	by := strings.FieldsFunc(r.URL.Query().Get(foldParameter), func(c rune) bool { return c == ',' })
	g, err := k.walk.Graph(r.Context(), by, k.asked.Properties)
	if err != nil {
		k.site.refuse(w, http.StatusBadRequest, foldParameter+": "+err.Error())
		return
	}
	answer(w, g)
}
