// Package stories has the stories that the lectures tell, as scripts: runs of the models, step by
// step. What a script looks like is said in package interrex/explore/internal/story, which follows them.
package stories

import "embed"

// Scripts are the scripts, by file name: NAME.story.
//
//go:embed *.story
var Scripts embed.FS
