// Package tlc runs TLC, the model checker of TLA+, and reads its output.
//
// A [Job] is a specification with its configuration. [Tool.Run] writes it into a temporary folder, makes TLC explore
// it, and returns the counts and the verdict as a [Result].
//
// TLC's verdict is believed only if TLC states it explicitly. TLC runs in tool mode, in which each message is
// framed and has a code and a severity. The package reads the codes, not the prose. The exit code alone proves
// nothing: TLC 2.18 exits with 0 when it cannot evaluate a liveness property in an initial state. A run is without
// error only if the message of success (2193) is there, no state is left on the queue, no message is an error, the
// last message is the final one, and the exit code agrees. Anything that is neither a verdict nor success is an
// error with TLC's words.
package tlc
