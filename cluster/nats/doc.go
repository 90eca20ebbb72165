// Package nats is an engine on NATS JetStream: tasks wait in a work queue, and workers on any machine take them.
//
// A task is a message under a subject that follows from its result, and the queue refuses a second one while the first is
// there: what is asked again is there once. A worker that has taken a task holds a lease, which it renews while it is at it; if it
// is killed the task is another's. The queue is in the memory of the server and may be lost with it: the driver looks for
// results in the store, asks again for what has none, and makes the queue again if it is gone. What workers say of
// finished tasks only spares it looking.
//
// engine.go has the flags and the connection, queue.go the driver's side, worker.go the other one, local.go a server and workers
// of the driver's own, for one machine.
package nats
