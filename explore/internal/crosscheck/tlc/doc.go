// Package tlc runs TLC, the model checker of TLA+, and reads what it says.
//
// A [Job] is a specification with its configuration. [Tool.Run] writes it into a folder of its own,
// lets TLC explore it, and returns what TLC decided as a [Result]: the counts, the verdict, and the
// error trace with its values as [tla.Value]. Nothing stays behind.
//
// TLC's verdict is believed only if TLC has said it in so many words. It runs in tool mode, where
// each message is framed and has a code and a severity, and the codes are read, not the prose. The
// exit code alone proves nothing: TLC 2.18 ends with 0 when a liveness property cannot be evaluated
// in an initial state. A run counts as one without error only if the message of success (2193) is
// there, no state is left on the queue, no message is an error or unknown, the last message is the
// final one, and the exit code agrees. What is neither a verdict nor success is an error: a
// [Fault], with TLC's words.
//
// Two states with the same 64-bit fingerprint are one to TLC, so that its counts may be too small.
// [Result.Collision] is how likely TLC holds that; it belongs beside the counts.
package tlc
