package status

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"time"
)

const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:1rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem 1rem .2rem 0;border-bottom:1px solid}`

// policy allows the page its style, and nothing else.
var policy = func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}()

var page = template.Must(template.New("status").Funcs(template.FuncMap{
	"age":   func(t time.Time) string { return Age(time.Since(t)) },
	"until": func(t time.Time) string { return Age(time.Until(t)) },
	"silence": func(seconds float64) string {
		return time.Duration(seconds * float64(time.Second)).Round(time.Millisecond).String()
	},
	"style": func() template.CSS { return style },
}).Parse(`<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2">
<title>node {{.Node}}: {{.Role}}</title><style>{{style}}</style></head>
<body><main>
<h1>node {{.Node}}: {{.Role}}</h1>
<p>{{if .Leader}}Node {{.Leader}} has led for {{age .Since}}{{else}}No leader for {{age .Since}}{{end}}; term {{.Term}}; {{.Algorithm}}{{with .On}} on {{.}}{{end}}{{with .Cluster}}; cluster {{.}}{{end}}.</p>
<p>Elections started by this node so far: {{.Elections}}.{{if not .Leader}}{{with .NextCall}} It calls the next one in {{until .}}.{{end}}{{end}}</p>
<table>
<thead><tr><th scope="col">member</th><th scope="col">process</th><th scope="col">last heartbeat</th><th scope="col">state</th></tr></thead>
<tbody>
{{range .Members}}<tr><td>{{.ID}}</td><td>{{.Process}}</td><td>{{if .Silence}}{{silence .Silence}} ago{{else if eq .ID $.Node}}this node{{else}}none yet{{end}}</td><td>{{if .Suspected}}suspected{{else if or .Silence (eq .ID $.Node)}}alive{{else}}awaited{{end}}</td></tr>
{{end}}</tbody></table>
</main></body></html>
`))

// Age prints a length of time in seconds, or in milliseconds if it is shorter.
func Age(d time.Duration) string {
	if d = max(d, 0); d < time.Second {
		return d.Round(time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}
