package serve

import (
	"bytes"
	"fmt"
	"io"

	http "interrex/explore/internal/serve/web"
	"interrex/internal/check"
	"interrex/traces/draw"
	"interrex/traces/stage"
)

// A saved form of a walk: its media type, and what writes it.
type saved struct {
	media string
	write func(k *walker, w io.Writer) error
}

// forms are the forms in which a walk can be saved, by the end of the file's name.
var forms = map[string]saved{
	"json": {"application/json", func(k *walker, w io.Writer) error { return k.told(func(run *stage.Run) error { return run.JSON(w) }) }},
	"svg": {"image/svg+xml", func(k *walker, w io.Writer) error {
		return draw.SVG(w, *check.Walked(*k.asked, k.walk.World(), k.walk.SoFar()))
	}},
	"html": {"text/html; charset=utf-8", func(k *walker, w io.Writer) error {
		return k.told(func(run *stage.Run) error {
			return stage.HTML(w, stage.Page{Title: run.Title, Runs: []*stage.Run{run}})
		})
	}},
	"moving.svg": {"image/svg+xml", func(k *walker, w io.Writer) error {
		return draw.Animate(w, *check.Walked(*k.asked, k.walk.World(), k.walk.Path()))
	}},
}

// savedAs is the address of a form, without the walk.
func savedAs(form string) string { return "/save/run." + form }

// saving sends a walk as a file.
func saving(form string) func(k *walker, w http.ResponseWriter, r *http.Request) {
	return func(k *walker, w http.ResponseWriter, _ *http.Request) {
		var file bytes.Buffer
		if err := forms[form].write(k, &file); err != nil {
			k.site.refuse(w, http.StatusBadRequest, err.Error(), backView{"Back to the run", k.address(k.walk)})
			return
		}
		w.Header().Set("Content-Type", forms[form].media)
		w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", k.asked.World.Algorithm.Name+"."+form))
		w.Write(file.Bytes())
	}
}
