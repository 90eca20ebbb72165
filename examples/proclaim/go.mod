module example.org/proclaim

go 1.26.0

require interrex v0.0.0

require (
	github.com/agnivade/levenshtein v1.2.2 // indirect
	github.com/charmbracelet/x/term v0.2.2 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	golang.org/x/sys v0.48.0 // indirect
)

replace interrex => ../..
