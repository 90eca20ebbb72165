// Package docs holds the pages. This command writes outputs, tables and pictures into them:
//
//	go generate ./docs
//
// The screenshots need Chromium:
//
//	INTERREX_TESTS=ci go test ./explore -run '^TestPictures$' -update
//
// INTERREX_TESTS=all go generate ./docs also writes the tables of notes/findings.md, which takes minutes.
package docs

//go:generate go test ../explore -run ^TestPages$ -update
//go:generate go test ../cmd/elect -run ^TestReference$ -update
//go:generate go test ../traces/replay -run ^TestTracesPage$ -update
//go:generate go test ../traces/drive -run ^TestConformancePage$ -update
//go:generate go test ../explore/internal/mutating -run ^TestMutantsPage$ -update
