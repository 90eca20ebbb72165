// Package story follows scripted runs. A script names a world, then step by step what happens, and in between
// facts about the state. Each step must be enabled, and each fact must be true. Steps are worded as in reports.
package story
