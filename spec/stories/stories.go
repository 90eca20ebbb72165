// Package stories holds the lectures' example runs as scripts for the models, step by step. Package
// interrex/explore/internal/story follows the scripts and documents their form.
package stories

import "embed"

// Scripts are the scripts, by file name: NAME.story.
//
//go:embed *.story
var Scripts embed.FS
