// Package docs holds the pages. What the program prints, and what its tables say, is written into them by
//
//	go generate ./docs
//
// INTERREX_TESTS=all go generate ./docs also writes what takes minutes: the tables of findings.md, and the page of the tour about omega.
package docs

//go:generate go test ../explore -run ^TestPages$ -update
//go:generate go test ../cmd/elect -run ^TestReference$ -update
//go:generate go test ../traces/replay -run ^TestTracesPage$ -update
//go:generate go test ../traces/drive -run ^TestConformancePage$ -update
//go:generate go test ../explore/internal/mutating -run ^TestMutantsPage$ -update
